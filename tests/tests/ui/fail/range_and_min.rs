// cure: `range` says both bounds; remove `min` and `max`, or `range`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(range = 1..=5, min = 1)]
    size: u16,
}

fn main() {}
