// cure: keep one
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Port {
    name: String,
}

#[derive(CrdSchema)]
struct Spec {
    #[crd(list_map_keys = ["name", "name"])]
    ports: Vec<Port>,
}

fn main() {}
