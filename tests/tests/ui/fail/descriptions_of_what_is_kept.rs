// cure: remove `descriptions`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[preserve_unknown]
    #[crd(descriptions)]
    tolerations: Vec<k8s_openapi::api::core::v1::Toleration>,
}

fn main() {}
