// cure: remove `descriptions`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(schemars, descriptions)]
    tolerations: Vec<k8s_openapi::api::core::v1::Toleration>,
}

fn main() {}
