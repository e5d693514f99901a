// cure: keep `#[immutable_keys]`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[immutable(add_only)]
    #[immutable_keys]
    zones: Vec<String>,
}

fn main() {}
