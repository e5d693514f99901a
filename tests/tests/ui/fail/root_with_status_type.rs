// cure: give it a field `status` instead
use crd_schema::CrdSchema;

use crd_schema::api::ObjectMeta;

#[derive(CrdSchema)]
#[crd(root, group = "example.com", version = "v1", status = String)]
struct Backup {
    metadata: ObjectMeta,
}

fn main() {}
