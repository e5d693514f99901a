// cure: keep one of the two
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(schemars, with = String)]
    wait: std::time::Duration,
}

fn main() {}
