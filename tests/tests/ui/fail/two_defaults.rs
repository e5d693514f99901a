// cure: keep `default` or `default_from_serde`
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, serde::Serialize, CrdSchema)]
struct Spec {
    #[serde(default)]
    #[crd(default = "small", default_from_serde)]
    size: String,
}

fn main() {}
