// cure: keep one
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[immutable]
    #[immutable(add_only)]
    name: Option<String>,
}

fn main() {}
