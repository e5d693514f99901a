// cure: write `#[int_or_string]`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[int_or_string(port)]
    port: serde_json::Value,
}

fn main() {}
