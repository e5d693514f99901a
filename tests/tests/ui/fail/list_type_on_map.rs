// cure: write `map_type` on maps and structs
use std::collections::BTreeMap;

use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(list_type = "atomic")]
    labels: BTreeMap<String, String>,
}

fn main() {}
