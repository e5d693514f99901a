// cure: A cycle? Put `#[preserve_unknown]` on a field.
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Tree {
    branch: Option<Box<Branch>>,
}

#[derive(CrdSchema)]
struct Branch {
    trees: Vec<Tree>,
}

fn main() {}
