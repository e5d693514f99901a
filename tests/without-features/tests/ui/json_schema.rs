// cure: cargo add crd-schema --features schemars-1
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[crd(json_schema)]
struct Spec {
    name: String,
}

fn main() {}
