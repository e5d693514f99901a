// cure: remove the attribute
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
struct Spec {
    #[serde(skip)]
    #[crd(min = 1)]
    size: u64,
}

fn main() {}
