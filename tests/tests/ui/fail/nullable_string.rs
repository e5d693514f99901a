// cure: make it an `Option`, or remove `nullable`
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
struct Spec {
    #[crd(nullable)]
    name: String,
}

fn main() {}
