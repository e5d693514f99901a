// cure: `path` is a string in `File` and a string with other attributes in `Pipe`
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
#[serde(tag = "kind")]
enum Sink {
    File(File),
    Pipe(Pipe),
}

#[derive(serde::Deserialize, CrdSchema)]
struct File {
    path: String,
}

#[derive(serde::Deserialize, CrdSchema)]
struct Pipe {
    #[crd(max_length = 3)]
    path: String,
}

fn main() {}
