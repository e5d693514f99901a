// cure: write strings in quotes
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Deserialize, serde::Serialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
#[crd(scope = Cluster)]
struct DatabaseSpec {
    engine: String,
}

fn main() {}
