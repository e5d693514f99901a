// cure: write `add_only` or `remove_only`, or nothing
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[immutable_keys(append_only)]
    zones: Vec<String>,
}

fn main() {}
