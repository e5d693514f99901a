// cure: only fields can be flattened; use a struct, an enum with data, or a map
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
struct Spec {
    name: String,
    #[serde(flatten)]
    other: String,
}

fn main() {}
