// cure: remove `required`
use crd_schema::CrdSchema;

#[derive(serde::Serialize, serde::Deserialize, CrdSchema)]
struct Spec {
    #[crd(required)]
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

fn main() {}
