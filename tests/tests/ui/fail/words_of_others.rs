// cure: unknown `printcolumn`; write `column(name = "…", type = "…", path = "…")`
// errors: 11
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database", namespaced, shortname = "db")]
#[crd(printcolumn(name = "Engine", json_path = ".spec.engine"))]
struct DatabaseSpec {
    #[crd(immutable)]
    engine: String,
    #[crd(preserve_unknown)]
    rest: String,
    #[crd(length(min = 1))]
    name: String,
    #[crd(minimum = 1)]
    size: i32,
    #[crd(rename = "a")]
    b: i32,
    #[crd(validation = "self > 1")]
    c: i32,
    #[crd(maxLenght = 5)]
    d: String,
    #[crd(schema = "disabled")]
    e: String,
}

fn main() {}
