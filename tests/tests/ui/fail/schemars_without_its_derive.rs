// cure: write `#[crd(length = 1..)]`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct DatabaseSpec {
    #[schemars(length(min = 1))]
    engine: String,
}

fn main() {}
