// cure: use `IntOrString`
use crd_schema::{CrdSchema, IntOrString};

#[derive(serde::Deserialize, CrdSchema)]
struct Spec {
    #[int_or_string]
    ports: Vec<IntOrString>,
}

fn main() {}
