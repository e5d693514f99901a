// cure: put `#[crd]` on the struct
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Port(#[crd(min = 1)] u16);

fn main() {}
