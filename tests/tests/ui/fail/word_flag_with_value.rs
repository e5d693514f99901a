// cure: nothing behind a word that stands alone
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(required = "yes")]
    name: String,
}

fn main() {}
