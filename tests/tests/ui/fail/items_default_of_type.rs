// cure: the type is not known here; write `default = …`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(items(default))]
    sizes: Vec<u16>,
}

fn main() {}
