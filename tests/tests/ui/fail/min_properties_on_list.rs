// cure: write `min_items` and the like for lists
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(min_properties = 1)]
    zones: Vec<String>,
}

fn main() {}
