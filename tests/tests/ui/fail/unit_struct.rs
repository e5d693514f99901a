// cure: write `{}` behind its name
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec;

fn main() {}
