// cure: add `list_map_keys
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(list_type = "map")]
    names: Vec<String>,
}

fn main() {}
