// cure: make it an `Option`
use crd_schema::CrdSchema;

#[derive(Default, serde::Serialize, serde::Deserialize, CrdSchema)]
#[serde(default)]
struct Spec {
    #[immutable]
    name: String,
}

fn main() {}
