use std::collections::BTreeMap;

use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Node {
    name: String,
    #[preserve_unknown]
    children: Vec<Node>,
    #[preserve_unknown(values)]
    named: Option<BTreeMap<String, Node>>,
}

#[derive(CrdSchema)]
struct Wrapper<T> {
    #[immutable(add_only)]
    inner: Option<T>,
}

#[derive(CrdSchema)]
struct Spec {
    node: Node,
    wrapper: Wrapper<String>,
}

fn main() {
    assert!(crd_schema::convert::from_description(Spec::SCHEMA, crd_schema::convert::Descriptions::Kept).is_ok());
}
