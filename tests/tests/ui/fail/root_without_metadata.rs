// cure: add `metadata: ObjectMeta`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
struct Database {
    size: i32,
}

fn main() {}
