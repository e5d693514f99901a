// cure: `deny_unknown_fields` lets serde read no object that has one; remove one of the two
// errors: 6
use std::collections::BTreeMap;

use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Serialize, Deserialize, CrdSchema)]
#[preserve_unknown]
#[serde(deny_unknown_fields)]
struct Spec {
    name: String,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[serde(deny_unknown_fields)]
struct WithMap {
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[serde(deny_unknown_fields)]
struct WithOpen {
    #[serde(flatten)]
    rest: Open,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[preserve_unknown]
struct Open {
    name: String,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[serde(deny_unknown_fields)]
struct WithTagged {
    #[serde(flatten)]
    source: Source,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[serde(tag = "type")]
enum Source {
    File { path: String },
}

#[derive(Serialize, Deserialize, CrdSchema)]
struct Embedding {
    #[embedded_resource]
    template: Closed,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[serde(deny_unknown_fields)]
struct Closed {
    spec: String,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[embedded_resource]
#[serde(deny_unknown_fields)]
struct Template {
    spec: String,
}

// These are read whole.
#[derive(Serialize, Deserialize, CrdSchema)]
#[serde(tag = "type", content = "content")]
enum Adjacent {
    File { path: String },
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[serde(deny_unknown_fields)]
struct AlsoFine {
    #[serde(flatten)]
    source: Adjacent,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[serde(deny_unknown_fields)]
struct Fine {
    #[serde(flatten)]
    closed: Closed,
}

fn main() {}
