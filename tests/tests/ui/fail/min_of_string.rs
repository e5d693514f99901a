// cure: expected a number; write it without quotes
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(min = "a")]
    size: u16,
}

fn main() {}
