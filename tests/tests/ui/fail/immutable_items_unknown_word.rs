// cure: write `#[immutable(items)]`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[immutable(items, once)]
    zones: Vec<String>,
}

fn main() {}
