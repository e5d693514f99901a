// cure: write `min_length`, `min_items` or `min_properties`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(min = 1)]
    name: String,
}

fn main() {}
