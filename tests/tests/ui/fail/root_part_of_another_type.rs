// cure: make the former two `String`, or rename them
// errors: 3
use crd_schema::api::ObjectMeta;
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
struct Database {
    metadata: ObjectMeta,
    #[serde(flatten)]
    what: What,
}

#[derive(Serialize, Deserialize, CrdSchema)]
struct What {
    kind: i32,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
struct Twice {
    kind: String,
    metadata: ObjectMeta,
    #[serde(flatten)]
    types: Types,
}

// Good by itself.
#[derive(Serialize, Deserialize, CrdSchema)]
#[serde(rename_all = "camelCase")]
struct Types {
    api_version: String,
    kind: String,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
struct Once {
    metadata: ObjectMeta,
    #[serde(flatten)]
    types: Types,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
struct Without {
    #[serde(flatten)]
    types: Types,
}

fn main() {}
