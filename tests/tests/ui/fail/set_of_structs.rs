// cure: with `#[crd(map_type = "atomic")]`
use crd_schema::CrdSchema;

use std::collections::BTreeSet;

#[derive(PartialEq, Eq, PartialOrd, Ord, CrdSchema)]
struct Port {
    name: String,
}

#[derive(CrdSchema)]
struct Spec {
    ports: BTreeSet<Port>,
}

fn main() {}
