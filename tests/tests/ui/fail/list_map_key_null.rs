// cure: use a type without `Option` for it
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Port {
    #[crd(required)]
    name: Option<String>,
}

#[derive(CrdSchema)]
struct Spec {
    #[crd(list_map_keys = ["name"])]
    ports: Vec<Port>,
}

fn main() {}
