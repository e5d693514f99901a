// cure: write `word = …`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd("min")]
    name: String,
}

fn main() {}
