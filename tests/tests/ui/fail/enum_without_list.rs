// cure: write `["a", "b"]`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(enum = "small")]
    size: String,
}

fn main() {}
