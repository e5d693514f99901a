// cure: formats are of texts and numbers
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(format = "int32")]
    ready: Option<bool>,
}

fn main() {}
