// cure: `list_map_keys` is for lists; remove it
use std::collections::BTreeMap;

use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(list_map_keys = ["name"])]
    ports: BTreeMap<String, String>,
}

fn main() {}
