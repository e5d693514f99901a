// cure: write `status: Option<…>`
// errors: 2
use crd_schema::CrdSchema;
use crd_schema::kube_5::ObjectMeta;

#[derive(serde::Serialize, serde::Deserialize, CrdSchema)]
#[crd(root, kube, group = "example.com", version = "v1", no_export_test)]
#[serde(rename_all = "camelCase")]
struct Backup {
    api_version: String,
    kind: String,
    metadata: ObjectMeta,
    status: BackupStatus,
}

#[derive(serde::Serialize, serde::Deserialize, CrdSchema)]
struct BackupStatus {
    #[immutable(add_only)]
    done: Option<bool>,
}

fn main() {}
