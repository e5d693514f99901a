// cure: write `min_items`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(max_length = 3)]
    names: Vec<String>,
}

fn main() {}
