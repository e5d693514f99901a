// cure: a column shows a scalar; write the path of one
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Deserialize, serde::Serialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
#[crd(column(name = "Zones", path = ".spec.zones", type = "string"))]
struct DatabaseSpec {
    zones: Vec<String>,
}

fn main() {}
