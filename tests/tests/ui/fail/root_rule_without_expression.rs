// cure: write the expression first: `rule("self.min <= self.max", message = "…")`
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[crd(group = "example.com", version = "v1", kind = "Database", no_export_test)]
#[crd(root_rule(message = "no"))]
struct DatabaseSpec {
    engine: String,
}

fn main() {}
