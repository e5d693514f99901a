// cure: remove it, or describe the JSON with `#[crd(with = Type)]`
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
#[serde(variant_identifier)]
enum Tag {
    A,
    B,
}

fn main() {}
