// cure: another field is `name` in JSON too; rename one
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, serde::Serialize, CrdSchema)]
struct Spec {
    name: String,
    #[serde(rename = "name")]
    title: String,
}

fn main() {}
