// cure: keep one
// errors: 5
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[immutable(addonly)]
    #[crd(list_type = "sets", minimun = 3)]
    names: Vec<String>,
    #[immutable_keys]
    #[immutable_keys]
    size: Vec<u64>,
}

fn main() {}
