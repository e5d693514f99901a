// cure: write `#[immutable]`, or mark the fields of the struct
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Inner {
    name: String,
}

#[derive(CrdSchema)]
struct Spec {
    #[immutable_keys]
    inner: Inner,
}

fn main() {}
