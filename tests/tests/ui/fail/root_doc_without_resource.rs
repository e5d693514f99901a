// cure: add `group`, `version` and `kind`, or `root`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[crd(root_doc = "A backup.")]
struct Spec {
    size: i64,
}

fn main() {}
