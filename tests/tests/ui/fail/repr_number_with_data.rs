// cure: add it, or write `repr = "name"`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[repr(u8)]
#[crd(repr = "number")]
enum Step {
    Wait { seconds: u32 },
}

fn main() {}
