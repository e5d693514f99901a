// cure: `kind` is the tag, and `File` has a field of that name; rename one of the two
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
#[serde(tag = "kind")]
enum Sink {
    File(File),
    Off,
}

#[derive(serde::Deserialize, CrdSchema)]
struct File {
    kind: String,
}

fn main() {}
