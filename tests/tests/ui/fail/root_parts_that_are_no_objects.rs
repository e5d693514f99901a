// cure: spec and status of a resource are objects; use a struct
// errors: 4
use crd_schema::api::ObjectMeta;
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, CrdSchema)]
#[crd(root, group = "example.com", version = "v1")]
struct Database {
    metadata: ObjectMeta,
    spec: String,
    status: Option<Vec<String>>,
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Pool", status = String)]
struct PoolSpec {
    size: i32,
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Word")]
struct WordSpec(String);

fn main() {}
