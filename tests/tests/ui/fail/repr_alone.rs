// cure: add `#[crd(repr = "number")]` or `#[crd(repr = "name")]`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[repr(u8)]
enum Level {
    Low = 1,
    High = 9,
}

fn main() {}
