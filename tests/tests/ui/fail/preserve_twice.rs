// cure: `#[preserve_unknown]` keeps the values too; keep one of the two
use std::collections::BTreeMap;

use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[preserve_unknown]
    #[preserve_unknown(values)]
    extra: BTreeMap<String, serde_json::Value>,
}

fn main() {}
