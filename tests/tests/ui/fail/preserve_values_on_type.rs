// cure: write `#[preserve_unknown]`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[preserve_unknown(values)]
struct Spec {
    name: String,
}

fn main() {}
