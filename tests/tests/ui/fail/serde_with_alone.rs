// cure: say it with `#[crd(with = Type)]`
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
struct Spec {
    #[serde(deserialize_with = "seconds")]
    wait: std::time::Duration,
}

fn seconds<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<std::time::Duration, D::Error> {
    serde::Deserialize::deserialize(deserializer).map(std::time::Duration::from_secs)
}

fn main() {}
