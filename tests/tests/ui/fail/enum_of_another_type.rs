// cure: write values that the field can have
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(enum = ["a", 1])]
    name: String,
}

fn main() {}
