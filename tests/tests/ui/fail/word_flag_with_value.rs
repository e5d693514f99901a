// cure: nothing behind a word that is said alone
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(required = "yes")]
    name: String,
}

fn main() {}
