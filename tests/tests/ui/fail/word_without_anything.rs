// cure: write `= …` behind the key
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(min =)]
    name: u16,
}

fn main() {}
