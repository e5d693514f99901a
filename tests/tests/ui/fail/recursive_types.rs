// cure: put `#[preserve_unknown]` on the field where the recursion begins
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
