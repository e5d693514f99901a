// cure: tag the enum without `content`, or move the rule
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
#[serde(tag = "kind", content = "value")]
enum Sink {
    Range(Range),
    Off,
}

#[derive(serde::Deserialize, CrdSchema)]
#[crd(rule("self.min <= self.max"))]
struct Range {
    min: i32,
    max: i32,
}

fn main() {}
