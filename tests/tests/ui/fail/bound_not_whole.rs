// cure: write a whole number
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(min = 0.5)]
    size: i32,
}

fn main() {}
