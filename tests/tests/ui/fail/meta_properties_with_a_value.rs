// cure: write `meta_properties`, or `meta_properties(required = ["metadata"])`
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[crd(group = "example.com", version = "v1", kind = "Backup", meta_properties = true)]
struct BackupSpec {
    database: String,
}

fn main() {}
