// cure: expected a string; write it in quotes
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(pattern = 5)]
    name: String,
}

fn main() {}
