// cure: write the pattern in quotes
use std::collections::BTreeMap;

use crd_schema::CrdSchema;

const NAME: &str = "^[a-z]+$";

#[derive(CrdSchema)]
struct Spec {
    #[crd(keys(pattern = NAME))]
    labels: BTreeMap<String, String>,
}

fn main() {}
