// cure: a server writes `kind: Database` into every object, and serde does not read that as this field; make it a `String`, or rename the field in JSON
// errors: 3
use crd_schema::api::ObjectMeta;
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
struct Database {
    metadata: ObjectMeta,
    #[serde(rename = "kind")]
    size: i32,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
#[serde(rename_all = "camelCase")]
struct Backup {
    api_version: Option<u16>,
    kind: Kind,
    metadata: ObjectMeta,
}

#[derive(Serialize, Deserialize, CrdSchema)]
enum Kind {
    Restore,
}

fn main() {}
