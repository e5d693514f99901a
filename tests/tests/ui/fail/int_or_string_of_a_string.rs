// cure: use `IntOrString`
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
struct Spec {
    #[int_or_string]
    share: Option<Box<String>>,
}

fn main() {}
