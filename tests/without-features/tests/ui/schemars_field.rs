// cure: cargo add crd-schema --features schemars-1
use crd_schema::CrdSchema;

struct Window;

#[derive(CrdSchema)]
struct Spec {
    #[crd(schemars)]
    window: Window,
}

fn main() {}
