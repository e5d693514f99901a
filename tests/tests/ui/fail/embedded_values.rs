// cure: an embedded resource is no map; write `#[preserve_unknown]`
use std::collections::BTreeMap;

use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[embedded_resource]
    #[preserve_unknown(values)]
    extra: BTreeMap<String, serde_json::Value>,
}

fn main() {}
