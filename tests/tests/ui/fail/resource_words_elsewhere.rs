// cure: add `group`, `version` and `kind`, or `root`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[crd(plural = "databases")]
struct DatabaseSpec {
    engine: String,
}

fn main() {}
