// cure: serde has no default for this; write `default = …`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(items(default_from_serde))]
    sizes: Vec<Size>,
}

#[derive(CrdSchema)]
struct Size(u16);

fn main() {}
