// cure: write `service = "namespace/name"`
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Deserialize, serde::Serialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
#[crd(conversion(service = "converter"))]
struct DatabaseSpec {
    engine: String,
}

fn main() {}
