// cure: consider annotating `Spec` with `#[derive(Default)]`
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, CrdSchema)]
#[serde(default)]
struct Spec {
    #[crd(default_from_serde)]
    size: i32,
    #[crd(default_from_serde)]
    name: String,
}

fn main() {}
