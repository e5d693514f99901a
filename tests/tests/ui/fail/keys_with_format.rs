// cure: the rest as a `rule` of the map
use crd_schema::CrdSchema;

use std::collections::BTreeMap;

#[derive(CrdSchema)]
struct Spec {
    #[crd(keys(format = "uuid"))]
    names: BTreeMap<String, String>,
}

fn main() {}
