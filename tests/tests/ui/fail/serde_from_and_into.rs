// cure: a schema has one, so name the same type in both
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
#[serde(from = "String", into = "i64")]
struct Spec {
    name: String,
}

impl From<String> for Spec {
    fn from(name: String) -> Self {
        Self { name }
    }
}

fn main() {}
