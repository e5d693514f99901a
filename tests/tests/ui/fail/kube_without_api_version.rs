// cure: add fields for both
use crd_schema::CrdSchema;
use crd_schema::kube_5::ObjectMeta;

#[derive(CrdSchema)]
#[crd(root, kube, group = "example.com", version = "v1", no_export_test)]
struct Backup {
    metadata: ObjectMeta,
    spec: BackupSpec,
}

#[derive(CrdSchema)]
struct BackupSpec {
    database: String,
}

fn main() {}
