// cure: write a number, a string in quotes
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(example = {"a": b})]
    name: String,
}

fn main() {}
