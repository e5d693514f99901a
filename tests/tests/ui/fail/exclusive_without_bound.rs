// cure: add `min = …`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(exclusive_min)]
    size: i32,
}

fn main() {}
