// cure: write `#[immutable_keys(remove_only)]` instead
use crd_schema::CrdSchema;

use std::collections::BTreeMap;

#[derive(CrdSchema)]
struct Spec {
    #[immutable(remove_only)]
    names: BTreeMap<String, String>,
}

fn main() {}
