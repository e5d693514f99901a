// cure: a column shows a scalar; remove it
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
pub struct DatabaseSpec {
    #[crd(column)]
    names: Vec<String>,
}

fn main() {}
