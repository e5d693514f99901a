// cure: `A` is an integer or string and `B` is a boolean, and no schema has both; tag the enum
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
#[serde(untagged)]
enum Amount {
    Number(u16),
    Text(String),
}

#[derive(serde::Deserialize, CrdSchema)]
#[serde(untagged)]
enum Step {
    A(Amount),
    B(bool),
}

fn main() {}
