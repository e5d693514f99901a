// cure: swap the minimum and the maximum
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(min = 10, max = 5)]
    size: i32,
}

fn main() {}
