// cure: write a struct, or say `#[preserve_unknown]`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    pair: Option<(String, i32)>,
}

fn main() {}
