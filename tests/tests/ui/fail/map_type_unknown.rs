// cure: write `"atomic"` or `"granular"`
use std::collections::BTreeMap;

use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(map_type = "set")]
    labels: BTreeMap<String, String>,
}

fn main() {}
