// cure: a server writes `metadata`, and serde looks for `meta`; remove what renames it
// errors: 4
use crd_schema::api::ObjectMeta;
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
struct Renamed {
    #[serde(rename = "meta")]
    metadata: ObjectMeta,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
#[serde(rename_all = "UPPERCASE")]
struct Loud {
    metadata: ObjectMeta,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
struct Flat {
    #[serde(flatten)]
    metadata: ObjectMeta,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
struct Aliased {
    metadata: ObjectMeta,
    #[serde(alias = "kind")]
    class: String,
}

fn main() {}
