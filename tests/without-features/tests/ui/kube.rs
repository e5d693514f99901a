// cure: cargo add crd-schema --features kube-5
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database", kube)]
struct DatabaseSpec {
    engine: String,
}

fn main() {
    let database = |spec| Database { metadata: Default::default(), spec };
    database(DatabaseSpec { engine: "postgres".into() });
}
