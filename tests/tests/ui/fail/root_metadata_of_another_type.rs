// cure: use `ObjectMeta`, or a struct of yours whose fields are those of metadata
// errors: 5
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
struct Text {
    metadata: String,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
struct Optional {
    metadata: Option<u8>,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
struct Demanding {
    metadata: Owned,
}

#[derive(Serialize, Deserialize, CrdSchema)]
struct Owned {
    name: String,
    owner: String,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
struct Closed {
    metadata: Strict,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[serde(deny_unknown_fields)]
struct Strict {
    name: String,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
struct Labelled {
    metadata: std::collections::BTreeMap<String, String>,
}

// A type without a schema is taken at its word.
#[derive(Serialize, Deserialize)]
struct Plain {
    name: String,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
struct Unknown {
    metadata: Plain,
}

fn main() {}
