// cure: tag the enum, or write `#[preserve_unknown]` on it
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, serde::Serialize, CrdSchema)]
#[serde(untagged)]
enum Source {
    Text(String),
    Other(serde_json::Value),
}

fn main() {}
