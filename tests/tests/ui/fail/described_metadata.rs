// cure: remove `#[crd(…)]`
use crd_schema::CrdSchema;

use crd_schema::api::ObjectMeta;

#[derive(CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
struct Database {
    #[crd(nullable)]
    metadata: ObjectMeta,
}

fn main() {}
