// cure: name its fields
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Pair(String, String);

fn main() {}
