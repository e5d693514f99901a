// cure: write `#[preserve_unknown]` elsewhere
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[preserve_unknown(values)]
    name: String,
}

fn main() {}
