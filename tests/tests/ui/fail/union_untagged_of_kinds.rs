// cure: tag the enum, or write `#[preserve_unknown]` on it
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

fn main() {}
