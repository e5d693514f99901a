// cure: write `#[immutable(values)]` on a map
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[immutable(items)]
    name: String,
}

fn main() {}
