// cure: name the fields of this struct
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Pair(#[crd(min = 1)] u16, u16);

fn main() {}
