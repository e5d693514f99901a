// cure: use `#[immutable(add_only)]`
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, CrdSchema)]
pub struct DatabaseStatus {
    #[immutable]
    address: Option<String>,
}

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database", status = DatabaseStatus)]
pub struct DatabaseSpec {
    engine: String,
}

fn main() {}
