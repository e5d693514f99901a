// cure: make it an `Option`, or remove `nullable`
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
struct Spec {
    // serde takes the default of what is missing, and null is not missing.
    #[serde(default)]
    #[crd(nullable)]
    names: Box<std::collections::BTreeMap<String, i32>>,
}

fn main() {}
