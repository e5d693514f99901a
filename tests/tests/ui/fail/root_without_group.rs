// cure: add `group = "databases.example.com"`
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, CrdSchema)]
#[crd(version = "v1", kind = "Database")]
struct DatabaseSpec {
    engine: String,
}

fn main() {}
