// cure: write `#[immutable(items)]` on a list
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[immutable(values)]
    names: Vec<String>,
}

fn main() {}
