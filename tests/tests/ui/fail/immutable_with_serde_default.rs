// cure: add `#[crd(default)]` so that the server fills it in
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
struct Spec {
    #[immutable]
    #[serde(default)]
    size: u32,
}

fn main() {}
