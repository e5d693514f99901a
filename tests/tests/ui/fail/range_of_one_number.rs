// cure: write `1..=5`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(range = 5)]
    size: u16,
}

fn main() {}
