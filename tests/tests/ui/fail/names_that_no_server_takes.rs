// cure: `V1` is no version for a server, which takes small letters, digits and `-`, a letter first; write `v1`
// errors: 7
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "V1", kind = "Database", plural = "Databases")]
struct DatabaseSpec {
    engine: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example", version = "v1", kind = "GoodPoöl", plural = "pools", short_names = ["p l"])]
struct PoolSpec {
    size: i32,
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "Example.com", version = "1", kind = "Job")]
struct JobSpec {
    size: i32,
}

fn main() {}
