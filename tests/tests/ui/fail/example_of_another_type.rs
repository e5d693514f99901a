// cure: write a value that the field can have
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(example = "80")]
    port: u16,
}

fn main() {}
