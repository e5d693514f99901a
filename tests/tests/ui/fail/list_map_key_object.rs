// cure: write the name of a scalar field
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Port {
    names: Vec<String>,
}

#[derive(CrdSchema)]
struct Spec {
    #[crd(list_map_keys = ["names"])]
    ports: Vec<Port>,
}

fn main() {}
