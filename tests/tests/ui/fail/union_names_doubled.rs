// cure: another variant is `file` in JSON too; rename one
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
enum Sink {
    #[serde(rename = "file")]
    File { path: String },
    #[serde(rename = "file")]
    Other { path: String },
}

fn main() {}
