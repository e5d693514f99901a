// cure: is not understood yet; remove it
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
struct Inner {
    name: String,
}

#[derive(serde::Deserialize, CrdSchema)]
struct Spec {
    #[serde(flatten)]
    inner: Inner,
}

fn main() {}
