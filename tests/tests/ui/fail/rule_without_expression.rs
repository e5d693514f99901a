// cure: write the expression first
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(rule(message = "m"))]
    name: String,
}

fn main() {}
