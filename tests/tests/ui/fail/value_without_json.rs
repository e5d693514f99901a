// cure: write a number, a text in quotes
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(example = {"a": b})]
    name: String,
}

fn main() {}
