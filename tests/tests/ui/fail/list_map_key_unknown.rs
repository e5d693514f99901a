// cure: write a name as it is in JSON
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Port {
    name: String,
}

#[derive(CrdSchema)]
struct Spec {
    #[crd(list_map_keys = ["name", "nam"])]
    ports: Vec<Port>,
}

fn main() {}
