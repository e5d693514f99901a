// cure: turn on its feature `serve`
use crd_schema::{CrdSchema, CustomResourceExt};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
struct DatabaseSpec {
    engine: String,
}

fn main() {
    Database::served();
}
