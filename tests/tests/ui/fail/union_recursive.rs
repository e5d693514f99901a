// cure: put `#[preserve_unknown]` on the field where the recursion begins
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
enum Tree {
    Leaf { name: String },
    Node { children: Vec<Tree> },
}

fn main() {}
