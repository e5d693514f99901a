// cure: this is not CEL, at line 1, column
// errors: 4
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[crd(group = "example.com", version = "v1", kind = "Database", no_export_test)]
#[crd(root_rule("self.metadata.name = 'a'"))]
#[crd(rule("self.engine != "))]
struct DatabaseSpec {
    #[crd(rule("self.matches('^\\d+$')"))]
    engine: String,
    #[crd(rule("self > 1", message_expr = "'not ' + string(self"))]
    replicas: u8,
}

fn main() {}
