// cure: `name` is a field here and in what is flattened, and serde would write it twice; rename one of the two
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
struct Spec {
    name: String,
    #[serde(flatten)]
    common: Common,
}

#[derive(serde::Deserialize, CrdSchema)]
struct Common {
    name: String,
}

fn main() {}
