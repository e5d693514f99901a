// cure: this attribute takes no value; write `#[immutable]`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[immutable = true]
    zone: String,
}

fn main() {}
