// cure: write `#[crd(…)]`, with something said in it
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd]
    zone: String,
}

fn main() {}
