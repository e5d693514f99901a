// cure: with a function it reads no object without it, not even an `Option`; add `#[serde(default)]`
// errors: 3
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, CrdSchema)]
struct Spec {
    #[serde(deserialize_with = "text", skip_serializing_if = "Option::is_none")]
    #[crd(with = Option<String>)]
    left_out: Option<String>,
    #[serde(with = "both", skip_serializing_if = "Option::is_none")]
    #[crd(with = Option<String>)]
    module: Option<String>,
    #[serde(deserialize_with = "text", skip_serializing)]
    #[crd(with = Option<String>)]
    never_written: Option<String>,
    #[serde(deserialize_with = "text", skip_serializing_if = "Option::is_none", default)]
    #[crd(with = Option<String>)]
    with_default: Option<String>,
}

fn text<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Option::deserialize(deserializer)
}

mod both {
    pub fn serialize<S: serde::Serializer>(text: &Option<String>, to: S) -> Result<S::Ok, S::Error> {
        serde::Serialize::serialize(text, to)
    }

    pub fn deserialize<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
        serde::Deserialize::deserialize(from)
    }
}

fn main() {}
