// cure: write `Namespaced` or `Cluster`
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database", scope = "cluster")]
pub struct DatabaseSpec {
    engine: String,
}

fn main() {}
