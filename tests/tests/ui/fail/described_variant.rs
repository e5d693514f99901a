// cure: put `#[crd]` on the enum
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
enum Engine {
    #[crd(title = "Small")]
    Small,
}

fn main() {}
