// cure: derive `JsonSchema` for it
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(descriptions)]
    plain: Plain,
}

#[derive(CrdSchema)]
struct Plain {
    name: String,
}

fn main() {}
