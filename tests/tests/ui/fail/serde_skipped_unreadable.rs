// cure: add `#[serde(default)]`
use crd_schema::CrdSchema;

#[derive(serde::Serialize, serde::Deserialize, CrdSchema)]
struct Spec {
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
}

fn main() {}
