// cure: make its field `spec` an `Option` instead
// errors: 2
use crd_schema::api::ObjectMeta;
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[crd(root, group = "example.com", version = "v1", optional_spec, root_doc = "A backup.")]
struct Backup {
    metadata: ObjectMeta,
    spec: BackupSpec,
}

#[derive(CrdSchema)]
struct BackupSpec {
    database: String,
}

fn main() {}
