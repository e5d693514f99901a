// cure: cargo add crd-schema --features k8s-openapi-0-29-descriptions
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(descriptions)]
    name: String,
}

fn main() {}
