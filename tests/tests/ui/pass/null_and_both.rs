//! What may read null, or integers and strings: nothing here is refused.
use std::collections::BTreeMap;

use crd_schema::{CrdSchema, IntOrString};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// Its `Deserialize` is written by hand.
#[derive(CrdSchema)]
struct Text(String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(|text| Self(text.unwrap_or_default()))
    }
}

#[derive(Deserialize, CrdSchema)]
struct Perhaps(Option<String>);

#[derive(Deserialize, CrdSchema)]
#[serde(untagged)]
enum Port {
    Number(u16),
    Name(String),
}

mod own {
    /// No `String` of the standard library.
    pub type String = Option<std::string::String>;
}

fn or_default<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

#[derive(Deserialize, CrdSchema)]
struct Spec<T> {
    #[crd(nullable)]
    option: Option<String>,
    #[crd(nullable)]
    anything: Value,
    #[crd(nullable)]
    generic: T,
    #[crd(nullable)]
    by_hand: Text,
    #[crd(nullable)]
    newtype: Perhaps,
    #[crd(nullable)]
    alias: own::String,
    #[crd(nullable)]
    pointer: Box<Option<i32>>,
    #[crd(nullable, with = String)]
    #[serde(deserialize_with = "or_default")]
    function: String,
    #[crd(nullable, with = String)]
    foreign: Text,
    #[crd(nullable)]
    #[serde(skip_deserializing)]
    not_read: String,
    #[crd(items(nullable))]
    items: Vec<Option<i32>>,
    #[crd(values(nullable))]
    values: BTreeMap<String, Text>,
    #[int_or_string]
    both: IntOrString,
    #[int_or_string]
    of_own: Option<Port>,
    #[int_or_string]
    any: Value,
    #[int_or_string]
    of_any_type: T,
    #[int_or_string]
    #[serde(deserialize_with = "or_default")]
    #[crd(with = IntOrString)]
    read: String,
}

fn main() {
    assert_eq!(<Spec<Perhaps> as CrdSchema>::SCHEMA.facets.len(), 0);
    let text: Text = serde_json::from_str("null").unwrap();
    assert!(text.0.is_empty());
}
