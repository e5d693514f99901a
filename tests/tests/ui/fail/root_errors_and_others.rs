// cure: add `plural = "policies"`
// errors: 5
use crd_schema::{CrdSchema, CustomResourceExt};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Policy")]
#[crd(column(name = "Size", path = ".spec.sise", type = "integer"))]
struct PolicySpec {
    #[crd(minimun = 3)]
    size: i32,
    #[crd(max_length = 3)]
    other: i32,
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(version = "v1", kind = "Database")]
struct DatabaseSpec {
    engine: String,
}

fn main() {
    let _ = (Policy::crd(), Database::crd());
    let spec = DatabaseSpec { engine: String::new() };
    let database = Database { metadata: Default::default(), spec };
    let _ = serde_json::to_string(&database);
    let _: Result<Policy, _> = serde_json::from_str("{}");
}
