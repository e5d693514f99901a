// cure: cargo add crd-schema --features kube-5
use crd_schema::api::ObjectMeta;
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[crd(root, group = "example.com", version = "v1", kube)]
struct Backup {
    metadata: ObjectMeta,
    engine: String,
}

fn main() {}
