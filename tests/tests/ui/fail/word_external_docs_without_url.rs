// cure: add `url = …`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(external_docs(description = "A"))]
    name: String,
}

fn main() {}
