// cure: put `#[preserve_unknown]` on the field
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Node {
    name: String,
    children: Vec<Box<Node>>,
}

fn main() {}
