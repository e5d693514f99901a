// cure: put `#[crd]` on the enum
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
enum Size {
    #[crd(title = "S")]
    Small,
}

fn main() {}
