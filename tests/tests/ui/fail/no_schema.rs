// cure: derive `CrdSchema` for it
use crd_schema::CrdSchema;

struct Foreign;

#[derive(CrdSchema)]
struct Spec {
    #[crd(nullable)]
    foreign: Option<Foreign>,
}

fn main() {}
