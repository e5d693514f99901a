// cure: write `list_type` on lists
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(map_type = "atomic")]
    zones: Vec<String>,
}

fn main() {}
