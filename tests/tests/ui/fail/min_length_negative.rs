// cure: write 0 or more
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(min_length = -1)]
    name: String,
}

fn main() {}
