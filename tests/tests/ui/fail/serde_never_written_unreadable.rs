// cure: serde never writes this field and then cannot read the object; add `#[serde(default)]`
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, CrdSchema)]
struct Spec {
    #[serde(skip_serializing)]
    password: String,
    #[serde(skip_serializing)]
    hint: Option<String>,
    #[serde(skip_serializing, default)]
    salt: String,
}

fn main() {}
