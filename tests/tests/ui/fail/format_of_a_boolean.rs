// cure: formats are of strings and numbers
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(format = "int32")]
    ready: Option<bool>,
}

fn main() {}
