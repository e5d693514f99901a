// cure: write `#[immutable(add_only)]`
use crd_schema::CrdSchema;

use crd_schema::api::ObjectMeta;

#[derive(CrdSchema)]
struct DatabaseStatus {
    address: Option<String>,
}

#[derive(CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
struct Database {
    metadata: ObjectMeta,
    #[immutable]
    status: Option<DatabaseStatus>,
}

fn main() {}
