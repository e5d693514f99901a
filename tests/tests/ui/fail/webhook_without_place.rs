// cure: write `url = "https://…"` or `service = "namespace/name"`
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Pool", status = PoolStatus)]
#[crd(conversion(path = "/convert"))]
struct PoolSpec {
    replicas: i32,
    colours: Vec<String>,
}

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, CrdSchema)]
struct PoolStatus {
    replicas: String,
}

fn main() {}
