// cure: write one or more, or remove `enum`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(enum = [])]
    size: String,
}

fn main() {}
