// cure: add `group`, `version` and `kind`, or `root`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[crd(kube)]
struct Spec {
    size: i32,
}

fn main() {}
