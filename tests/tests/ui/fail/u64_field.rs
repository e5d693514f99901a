// cure: use `i64` or `u32`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    size: Option<u64>,
}

fn main() {}
