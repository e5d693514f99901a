// cure: write `"atomic"`, `"map"` or `"set"`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(list_type = "sets")]
    names: Vec<String>,
}

fn main() {}
