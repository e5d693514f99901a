// cure: remove one of the two
// errors: 3
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[crd(group = "example.com", version = "v1", kind = "Database", no_export_test)]
#[crd(root_rule("self.metadata.name != 'a'"), root_rule("self.metadata.name != 'a'", message = "no"))]
#[crd(rule("self.engine != 'a'"))]
#[crd(rule = "self.engine != 'a'")]
struct DatabaseSpec {
    #[crd(rule = "self != 'b'", rule = "self != 'c'", rule("self != 'b'", message = "no"))]
    engine: String,
}

fn main() {}
