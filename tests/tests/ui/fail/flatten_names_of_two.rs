// cure: `name` is a field here and in what is flattened, and serde would write it twice; rename one of the two
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
struct Spec {
    #[serde(flatten)]
    one: One,
    #[serde(flatten)]
    two: Two,
}

#[derive(serde::Deserialize, CrdSchema)]
struct One {
    name: String,
}

#[derive(serde::Deserialize, CrdSchema)]
#[serde(tag = "kind")]
enum Two {
    A { name: String },
    B,
}

fn main() {}
