// cure: name its fields, or add `content = "…"` beside the tag
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
#[serde(tag = "kind")]
enum Sink {
    File(String),
    Off,
}

fn main() {}
