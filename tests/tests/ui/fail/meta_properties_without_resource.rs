// cure: add `group`, `version` and `kind`, or `root`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[crd(meta_properties)]
struct Spec {
    size: i64,
}

fn main() {}
