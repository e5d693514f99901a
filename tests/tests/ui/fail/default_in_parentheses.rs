// cure: write `default = …`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(default(3))]
    size: u16,
}

fn main() {}
