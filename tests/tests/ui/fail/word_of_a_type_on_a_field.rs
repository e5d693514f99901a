// cure: write a word that the page of `CrdSchema` has for this place
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(kube)]
    name: String,
}

fn main() {}
