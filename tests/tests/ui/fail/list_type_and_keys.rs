// cure: remove `list_type`, or the keys
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(list_type = "atomic", list_map_keys = ["name"])]
    ports: Vec<Port>,
}

#[derive(CrdSchema)]
struct Port {
    name: String,
}

fn main() {}
