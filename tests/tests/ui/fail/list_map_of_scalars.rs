// cure: write `list_type = "atomic"`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(list_map_keys = ["name"])]
    names: Vec<String>,
}

fn main() {}
