// cure: this is for enums without data; remove it
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[crd(repr = "number")]
struct Level {
    low: u8,
}

fn main() {}
