// cure: write it as inside of `#[…]`
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Deserialize, serde::Serialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
#[crd(attrs("non_exhaustive"))]
struct DatabaseSpec {
    engine: String,
}

fn main() {}
