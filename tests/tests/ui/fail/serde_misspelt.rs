// cure: unknown serde field attribute
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
struct Spec {
    #[serde(renam = "a")]
    name: String,
}

fn main() {}
