// cure: add a field for it, or remove `tag`
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
#[serde(tag = "kind")]
struct Spec {
    name: String,
}

fn main() {}
