// cure: keep one of the two
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[immutable]
    #[immutable_keys]
    names: Vec<String>,
}

fn main() {}
