// cure: remove `min_length` and `max_length`, or `length`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(length = 1..=5, max_length = 5)]
    name: String,
}

fn main() {}
