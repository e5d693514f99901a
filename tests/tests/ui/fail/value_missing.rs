// cure: write `= …` behind the key
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(min_length)]
    zone: String,
}

fn main() {}
