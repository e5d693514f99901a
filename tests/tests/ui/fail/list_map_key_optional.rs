// cure: make it required
use crd_schema::CrdSchema;

#[derive(serde::Serialize, serde::Deserialize, CrdSchema)]
struct Port {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

#[derive(CrdSchema)]
struct Spec {
    #[crd(list_map_keys = ["name"])]
    ports: Vec<Port>,
}

fn main() {}
