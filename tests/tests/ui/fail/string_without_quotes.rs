// cure: expected a string; write it in quotes
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Deserialize, serde::Serialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
#[crd(short_names = [db])]
struct DatabaseSpec {
    engine: String,
}

fn main() {}
