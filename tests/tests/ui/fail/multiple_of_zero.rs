// cure: write a number above 0
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(multiple_of = 0)]
    size: i32,
}

fn main() {}
