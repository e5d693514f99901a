// cure: use `EmbeddedResource`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[embedded_resource]
    name: String,
}

fn main() {}
