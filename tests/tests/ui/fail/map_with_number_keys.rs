// cure: maps have `String` keys
use crd_schema::CrdSchema;

use std::collections::BTreeMap;

#[derive(CrdSchema)]
struct Spec {
    names: BTreeMap<u32, String>,
}

fn main() {}
