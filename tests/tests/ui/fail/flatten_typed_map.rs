// cure: typed values cannot stand beside declared fields; write `BTreeMap<String, serde_json::Value>`
use std::collections::BTreeMap;

use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
struct Spec {
    name: String,
    #[serde(flatten)]
    rest: BTreeMap<String, String>,
}

fn main() {}
