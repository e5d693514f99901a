// cure: `min` is said twice; keep one
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(min = 1)]
    #[crd(min = 2)]
    size: u16,
}

fn main() {}
