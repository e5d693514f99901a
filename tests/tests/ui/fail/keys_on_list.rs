// cure: name the fields of a struct, and say `items(…)` on a list
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(keys(min_length = 1))]
    zones: Vec<String>,
}

fn main() {}
