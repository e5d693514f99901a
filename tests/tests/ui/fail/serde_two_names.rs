// cure: rename both alike
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
struct Spec {
    #[serde(rename(serialize = "a", deserialize = "b"))]
    name: String,
}

fn main() {}
