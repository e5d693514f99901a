// cure: add `group`, `version` and `kind`, or `root`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[crd(optional_spec)]
struct Spec {
    size: i64,
}

fn main() {}
