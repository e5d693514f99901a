// cure: say it on the type of the spec
use crd_schema::api::ObjectMeta;
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[crd(root, group = "example.com", version = "v1", json_schema, no_export_test)]
struct Backup {
    metadata: ObjectMeta,
}

fn main() {}
