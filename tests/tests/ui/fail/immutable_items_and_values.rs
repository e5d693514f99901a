// cure: keep the one that fits the type
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[immutable(items, values)]
    zones: Vec<String>,
}

fn main() {}
