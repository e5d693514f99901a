// cure: remove it, or tag the enum externally
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
#[serde(tag = "kind")]
enum Sink {
    File {
        #[crd(default = "a")]
        path: String,
    },
    Off,
}

fn main() {}
