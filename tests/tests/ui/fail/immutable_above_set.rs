// cure: use `Vec`, or `#[immutable_keys]`
use crd_schema::CrdSchema;

use std::collections::BTreeSet;

#[derive(CrdSchema)]
struct Inner {
    names: BTreeSet<String>,
}

#[derive(CrdSchema)]
struct Spec {
    #[immutable]
    inner: Vec<Inner>,
}

fn main() {}
