// cure: put the attribute on the type
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[int_or_string]
struct Percent {
    #[crd(min = 1)]
    number: i32,
}

fn main() {}
