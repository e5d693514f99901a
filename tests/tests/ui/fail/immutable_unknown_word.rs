// cure: write `add_only`, `remove_only`, `items` or `values`, or nothing
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[immutable(addonly)]
    name: Option<String>,
}

fn main() {}
