// cure: write `metadata: crd_schema::kube_5::ObjectMeta`
use crd_schema::api::ObjectMeta;
use crd_schema::CrdSchema;

#[derive(serde::Serialize, serde::Deserialize, CrdSchema)]
#[crd(root, kube, group = "example.com", version = "v1", no_export_test)]
#[serde(rename_all = "camelCase")]
struct Backup {
    api_version: String,
    kind: String,
    metadata: ObjectMeta,
}

fn main() {}
