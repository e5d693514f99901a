// cure: make both an `IntOrString`, rename one, or tag the enum externally
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
#[serde(tag = "kind")]
enum Sink<T> {
    File { target: T },
    Udp { target: i32 },
}

#[derive(serde::Deserialize, CrdSchema)]
struct Spec {
    sink: Sink<String>,
}

fn main() {
    let _ = <Spec as CrdSchema>::SCHEMA;
}
