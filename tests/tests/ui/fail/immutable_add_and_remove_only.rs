// cure: write neither word
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[immutable(add_only, remove_only)]
    name: Option<String>,
}

fn main() {}
