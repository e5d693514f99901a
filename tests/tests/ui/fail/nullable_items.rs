// cure: make it an `Option`, or remove `nullable`
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
struct Spec {
    #[crd(items(nullable))]
    names: Option<Vec<i64>>,
}

fn main() {}
