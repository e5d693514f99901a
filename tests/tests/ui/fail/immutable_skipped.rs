// cure: make it an `Option`, or drop `skip_serializing_if`
use crd_schema::CrdSchema;

#[derive(serde::Serialize, serde::Deserialize, CrdSchema)]
struct Spec {
    #[immutable]
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
}

fn main() {}
