// cure: write struct variants, or tag the enum externally
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
#[serde(tag = "kind", content = "value")]
enum Sink {
    File(String),
    Udp(u16),
}

fn main() {}
