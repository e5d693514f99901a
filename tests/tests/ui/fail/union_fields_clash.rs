// cure: make both an `IntOrString`, rename one, or tag the enum externally
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
#[serde(tag = "kind")]
enum Sink {
    File { target: String },
    Udp { port: u16, target: i32 },
}

fn main() {}
