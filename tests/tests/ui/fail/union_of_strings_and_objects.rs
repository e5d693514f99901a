// cure: write `Postgres {}`, or tag the enum with `#[serde(tag = "…")]`
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
enum Engine {
    Postgres,
    Other(String),
}

fn main() {}
