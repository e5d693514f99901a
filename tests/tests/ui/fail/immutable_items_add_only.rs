// cure: write `#[immutable_keys(add_only)]`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[immutable(items, add_only)]
    names: Vec<String>,
}

fn main() {}
