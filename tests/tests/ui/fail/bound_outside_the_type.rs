// cure: write a number that the type can have
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(max = 300)]
    size: u8,
}

fn main() {}
