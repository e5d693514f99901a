// cure: write `true`, `false` or a path, without quotes
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(schema_with = "digits()")]
    name: String,
}

fn main() {}
