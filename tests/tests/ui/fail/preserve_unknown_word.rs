// cure: write `values`, or nothing
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[preserve_unknown(fields)]
    extra: serde_json::Value,
}

fn main() {}
