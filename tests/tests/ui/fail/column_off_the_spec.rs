// cure: on the spec type
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(column)]
    size: i32,
}

fn main() {}
