// cure: add `path = …`
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Deserialize, serde::Serialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
#[crd(column(name = "A", type = "string"))]
struct DatabaseSpec {
    engine: String,
}

fn main() {}
