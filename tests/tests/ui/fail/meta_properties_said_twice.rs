// cure: `kind` is said twice; keep one
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[crd(group = "example.com", version = "v1", kind = "Backup", meta_properties(required = ["kind", "kind"]))]
struct BackupSpec {
    database: String,
}

fn main() {}
