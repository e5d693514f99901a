// cure: tag the enum, or write `#[preserve_unknown]` on it
use std::collections::BTreeMap;

use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
#[serde(untagged)]
enum Labels {
    Texts(BTreeMap<String, String>),
    Numbers(BTreeMap<String, i32>),
    Named { name: String },
}

fn main() {}
