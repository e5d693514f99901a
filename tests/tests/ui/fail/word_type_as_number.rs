// cure: expected a type; write it without quotes
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(with = 5)]
    name: String,
}

fn main() {}
