// cure: maps have `String` keys; where serde writes others as strings, say `#[crd(with = BTreeMap<String, …>)]` at the field
use crd_schema::CrdSchema;

use std::collections::BTreeMap;

#[derive(CrdSchema)]
struct Spec {
    names: BTreeMap<u32, String>,
}

fn main() {}
