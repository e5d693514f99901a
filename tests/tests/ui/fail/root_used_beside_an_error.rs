// cure: write `url = "https://…"` or `service = "namespace/name"`
use crd_schema::{CrdSchema, CustomResourceExt};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database", conversion(path = "/convert"))]
struct DatabaseSpec {
    engine: String,
}

fn main() {
    let _ = Database::crd();
}
