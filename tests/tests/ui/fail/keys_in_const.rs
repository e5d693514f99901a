// cure: write a number
use crd_schema::CrdSchema;

use std::collections::BTreeMap;

const LONGEST: usize = 63;

#[derive(CrdSchema)]
struct Spec {
    #[crd(keys(max_length = LONGEST))]
    names: BTreeMap<String, String>,
}

fn main() {}
