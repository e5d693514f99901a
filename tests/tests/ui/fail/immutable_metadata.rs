// cure: remove the attribute
use crd_schema::CrdSchema;

use crd_schema::api::ObjectMeta;

#[derive(CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
struct Database {
    #[immutable]
    metadata: ObjectMeta,
}

fn main() {}
