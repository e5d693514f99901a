// cure: a flattened field has no place of its own in JSON; say this of the fields of its type
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
struct Spec {
    #[serde(flatten)]
    #[immutable]
    common: Common,
}

#[derive(serde::Deserialize, CrdSchema)]
struct Common {
    name: String,
}

fn main() {}
