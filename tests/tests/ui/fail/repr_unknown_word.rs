// cure: write `repr = "number"` or `repr = "name"`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[repr(u8)]
#[crd(repr = "numbers")]
enum Level {
    Low,
}

fn main() {}
