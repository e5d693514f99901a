// cure: write neither word
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[immutable_keys(remove_only, add_only)]
    names: Vec<String>,
}

fn main() {}
