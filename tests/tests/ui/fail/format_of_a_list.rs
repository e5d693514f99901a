// cure: write `items(format = …)` on a list
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(format = "cidr")]
    ranges: Vec<String>,
}

fn main() {}
