// cure: add `status_replicas_path = …`
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Deserialize, serde::Serialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
#[crd(scale(spec_replicas_path = ".spec.replicas"))]
struct DatabaseSpec {
    replicas: i32,
}

fn main() {}
