// cure: write `values(…)` on a map
use crd_schema::CrdSchema;

use std::collections::BTreeMap;

#[derive(CrdSchema)]
struct Spec {
    #[crd(items(max_length = 3))]
    names: BTreeMap<String, String>,
}

fn main() {}
