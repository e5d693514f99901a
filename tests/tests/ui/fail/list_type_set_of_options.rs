// cure: write `list_type = "atomic"`, or `list_map_keys`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(list_type = "set")]
    zones: Vec<Option<String>>,
}

fn main() {}
