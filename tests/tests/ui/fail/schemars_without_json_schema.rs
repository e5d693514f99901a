// cure: derive `JsonSchema` for it
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(schemars)]
    plain: Option<Vec<Plain>>,
}

struct Plain;

fn main() {}
