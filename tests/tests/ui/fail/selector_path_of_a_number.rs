// cure: the selector is written as a string; write the path of one
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Deserialize, serde::Serialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
#[crd(scale(
    spec_replicas_path = ".spec.replicas",
    status_replicas_path = ".spec.replicas",
    label_selector_path = ".spec.replicas",
))]
struct DatabaseSpec {
    replicas: i32,
}

fn main() {}
