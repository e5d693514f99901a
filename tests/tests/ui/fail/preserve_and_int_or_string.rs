// cure: keep `#[int_or_string]` alone
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[preserve_unknown]
    #[int_or_string]
    port: String,
}

fn main() {}
