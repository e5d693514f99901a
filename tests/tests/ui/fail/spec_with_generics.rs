// cure: remove the generics
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
pub struct DatabaseSpec<T> {
    size: T,
}

fn main() {}
