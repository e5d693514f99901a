// cure: write `true`, `false` or a path, without quotes
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Deserialize, serde::Serialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
#[crd(served = "no")]
struct DatabaseSpec {
    engine: String,
}

fn main() {}
