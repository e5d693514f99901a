// cure: add `#[serde(default)]`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(default_from_serde)]
    size: i32,
}

fn main() {}
