// cure: cannot find attribute `schemars`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct DatabaseSpec {
    #[schemars(length(min = 1))]
    engine: String,
}

fn main() {}
