// cure: write `apiVersion`, `kind` or `metadata`
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[crd(group = "example.com", version = "v1", kind = "Backup", meta_properties(required = ["spec"]))]
struct BackupSpec {
    database: String,
}

fn main() {}
