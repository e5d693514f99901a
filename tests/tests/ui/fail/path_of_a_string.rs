// cure: a scale counts with integers; write the path of one
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Pool", status = PoolStatus)]
#[crd(scale(spec_replicas_path = ".spec.replicas", status_replicas_path = ".status.replicas"))]
struct PoolSpec {
    replicas: i32,
    colours: Vec<String>,
}

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, CrdSchema)]
struct PoolStatus {
    replicas: String,
}

fn main() {}
