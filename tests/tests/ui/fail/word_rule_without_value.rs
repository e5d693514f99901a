// cure: write `= …` behind the key
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(rule)]
    name: String,
}

fn main() {}
