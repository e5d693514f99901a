// cure: `.spec` has no field `size`; write one that it has in JSON: `replicas`, `colours`
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Pool", status = PoolStatus)]
#[crd(column(name = "Size", path = ".spec.size", type = "integer"))]
struct PoolSpec {
    replicas: i32,
    colours: Vec<String>,
}

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, CrdSchema)]
struct PoolStatus {
    replicas: String,
}

fn main() {}
