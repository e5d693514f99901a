// cure: write `min_properties` and the like for maps
use std::collections::BTreeMap;

use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(min_items = 1)]
    labels: BTreeMap<String, String>,
}

fn main() {}
