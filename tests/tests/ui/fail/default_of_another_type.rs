// cure: write a value that the field can have
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(default = "3")]
    size: i32,
}

fn main() {}
