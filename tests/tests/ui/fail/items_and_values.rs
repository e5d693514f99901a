// cure: keep the one that fits the type
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(items(min_length = 1), values(min_length = 1))]
    zones: Vec<String>,
}

fn main() {}
