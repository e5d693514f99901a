// cure: write `= …` instead of the parentheses
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(min_length(3))]
    name: String,
}

fn main() {}
