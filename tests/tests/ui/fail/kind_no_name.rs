// cure: write it as one, `Database` say
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Deserialize, serde::Serialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "my-database")]
struct DatabaseSpec {
    engine: String,
}

fn main() {}
