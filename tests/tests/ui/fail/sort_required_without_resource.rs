// cure: add `group`, `version` and `kind`, or `root`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[crd(sort_required)]
struct Spec {
    size: i64,
}

fn main() {}
