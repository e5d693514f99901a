// cure: remove it and use `Option`, write `Off {}`, or tag the enum
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
#[serde(untagged)]
enum Sink {
    File { path: String },
    Off,
}

fn main() {}
