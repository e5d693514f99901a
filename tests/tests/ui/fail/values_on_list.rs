// cure: `values(…)` is for maps; write `items(…)` on a list
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(values(min_length = 1))]
    zones: Vec<String>,
}

fn main() {}
