// cure: write `#[immutable_keys(add_only)]` instead
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[immutable(add_only)]
    names: Vec<String>,
}

fn main() {}
