// cure: use `i64` or smaller
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[repr(u64)]
#[crd(repr = "number")]
enum Level {
    Low,
}

fn main() {}
