// cure: this type is the root itself; write `rule(…)`
use crd_schema::api::ObjectMeta;
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[crd(root, group = "example.com", version = "v1", no_export_test)]
#[crd(root_rule("self.metadata.name != 'a'", message = "no"))]
struct Database {
    metadata: ObjectMeta,
    engine: String,
}

fn main() {}
