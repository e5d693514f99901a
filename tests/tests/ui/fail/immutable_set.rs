// cure: use `Vec`, or `#[immutable_keys]`
use crd_schema::CrdSchema;

use std::collections::HashSet;

#[derive(CrdSchema)]
struct Spec {
    #[immutable]
    names: HashSet<String>,
}

fn main() {}
