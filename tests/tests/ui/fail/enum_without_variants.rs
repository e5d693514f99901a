// cure: add a variant
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
enum Engine {}

fn main() {}
