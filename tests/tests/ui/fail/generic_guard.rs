// cure: write `#[immutable_keys(add_only)]` instead
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Wrapper<T> {
    #[immutable(add_only)]
    inner: T,
}

#[derive(CrdSchema)]
struct Spec {
    wrapper: Wrapper<Vec<String>>,
}

fn main() {}
