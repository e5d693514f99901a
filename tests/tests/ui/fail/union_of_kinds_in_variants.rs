// cure: `List` is a list and `Text` is a string, and no schema has both; tag the enum
use crd_schema::CrdSchema;

// The one mistake, which is not told of the enums that it stands in.
#[derive(serde::Deserialize, CrdSchema)]
#[serde(untagged)]
enum Mixed {
    List(Vec<String>),
    Text(String),
}

#[derive(serde::Deserialize, CrdSchema)]
enum External {
    A(Mixed),
    B { size: i32 },
}

#[derive(serde::Deserialize, CrdSchema)]
#[serde(tag = "type")]
enum Internal {
    A(Mixed),
    B { size: i32 },
}

#[derive(serde::Deserialize, CrdSchema)]
#[serde(tag = "type", content = "value")]
enum Adjacent {
    A(Mixed),
    B(String),
}

#[derive(serde::Deserialize, CrdSchema)]
#[serde(untagged)]
enum Untagged {
    A(Mixed),
    B { size: i32 },
}

fn main() {}
