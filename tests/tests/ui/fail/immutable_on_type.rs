// cure: put this on the field that has this type
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[immutable]
struct Spec {
    name: String,
}

fn main() {}
