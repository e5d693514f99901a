//! Which properties must be there: those that serde does not read an object without.

use std::sync::atomic::{AtomicI32, Ordering};

use crd_schema::convert::{Descriptions, from_description};
use crd_schema::{CrdSchema, JsonSchemaProps};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

fn schema<T: CrdSchema>() -> Value {
    let schema =
        from_description(T::SCHEMA, Descriptions::Kept).expect("the derive gives structural schemas");
    serde_json::to_value(JsonSchemaProps::from(&schema)).expect("props are JSON")
}

/// Without each of the properties serde reads the object exactly when the schema does not require it.
fn agree<T: CrdSchema + DeserializeOwned>(whole: &Value) {
    let schema = schema::<T>();
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    assert!(serde_json::from_value::<T>(whole.clone()).is_ok(), "{whole}");
    for name in whole.as_object().expect("an object").keys() {
        let mut without = whole.clone();
        without.as_object_mut().expect("an object").remove(name);
        let is_read = serde_json::from_value::<T>(without).is_ok();
        assert_eq!(!is_read, required.contains(&json!(name)), "{name} of {schema}");
    }
}

fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Option::deserialize(deserializer)
}

type Maybe = Option<String>;

#[derive(Serialize, Deserialize, CrdSchema)]
struct Spec {
    plain: Option<String>,
    alias: Maybe,
    #[serde(deserialize_with = "text")]
    #[crd(with = Option<String>)]
    read: Option<String>,
    #[serde(deserialize_with = "text")]
    #[crd(with = Maybe)]
    read_alias: Maybe,
    #[serde(deserialize_with = "text", default)]
    #[crd(with = Option<String>)]
    read_or_default: Option<String>,
    #[serde(deserialize_with = "text")]
    #[crd(with = Option<String>, default = null)]
    read_beside_no_default: Option<String>,
    #[serde(deserialize_with = "text")]
    #[crd(with = Option<String>, default)]
    read_beside_a_default_of_null: Option<String>,
    #[crd(with = String)]
    of_another_type: Option<String>,
    #[crd(default = null)]
    no_default: Value,
    #[crd(default)]
    default_of_null: Value,
    newtype: Newtype,
    transparent: Transparent,
    transparent_read: Read,
    boxed: Box<Option<String>>,
}

#[derive(Serialize, Deserialize, CrdSchema)]
struct Newtype(Option<String>);

#[derive(Serialize, Deserialize, CrdSchema)]
#[serde(transparent)]
struct Transparent(Maybe);

#[derive(Serialize, Deserialize, CrdSchema)]
struct Read(
    #[serde(deserialize_with = "text")]
    #[crd(with = Option<String>)]
    Option<String>,
);

#[test]
fn what_serde_needs_is_required() {
    agree::<Spec>(&json!({
        "plain": "a", "alias": "a", "read": "a", "read_alias": "a", "read_or_default": "a", "read_beside_no_default": "a",
        "read_beside_a_default_of_null": "a", "of_another_type": "a", "no_default": 1, "default_of_null": 1, "newtype": "a",
        "transparent": "a", "transparent_read": "a", "boxed": "a",
    }));
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[serde(tag = "type", content = "value")]
enum Tagged {
    Text(Option<String>),
    Read(
        #[serde(deserialize_with = "text")]
        #[crd(with = Option<String>)]
        Option<String>,
    ),
}

#[test]
fn the_content_of_a_variant_is_required_where_serde_needs_it() {
    for name in ["Text", "Read"] {
        let is_read = serde_json::from_value::<Tagged>(json!({"type": name})).is_ok();
        let branches = schema::<Tagged>()["oneOf"].clone();
        let branch = branches
            .as_array()
            .into_iter()
            .flatten()
            .find(|branch| branch["properties"]["type"]["enum"] == json!([name]));
        let required = branch.is_some_and(|branch| branch["required"] == json!(["value"]));
        assert_eq!(is_read, !required, "{name}: {branches}");
    }
}

static MADE: AtomicI32 = AtomicI32::new(0);

#[derive(Serialize, Deserialize, CrdSchema)]
#[serde(default)]
struct Counted {
    #[crd(default_from_serde)]
    first: i32,
    #[crd(default_from_serde)]
    second: i32,
}

impl Default for Counted {
    fn default() -> Self {
        let made = MADE.fetch_add(1, Ordering::Relaxed);
        Self { first: made, second: made }
    }
}

#[test]
fn a_default_that_changes_is_reported_and_never_taken_apart() {
    let violations = from_description(Counted::SCHEMA, Descriptions::Kept).expect_err("it changes");
    let messages: Vec<String> = violations.iter().map(ToString::to_string).collect();
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(
        messages[0].starts_with("properties[first].default: Forbidden: must be the same whenever it is made"),
        "{messages:?}"
    );
    let values = |text: &str| text.split("was ").nth(1).map(|rest| rest[..9].to_owned());
    assert_eq!(values(&messages[0]), values(&messages[1]), "one call makes both");
    assert_eq!(MADE.load(Ordering::Relaxed), 2, "one call, and one more to compare");
}

static CALLED: AtomicI32 = AtomicI32::new(0);

fn called() -> i32 {
    CALLED.fetch_add(1, Ordering::Relaxed)
}

#[derive(Serialize, Deserialize, CrdSchema)]
struct Called {
    #[serde(default = "called")]
    #[crd(default_from_serde)]
    of_serde: i32,
    #[crd(default = called())]
    of_crd: i32,
}

#[test]
fn a_function_that_changes_is_reported() {
    let violations = from_description(Called::SCHEMA, Descriptions::Kept).expect_err("it changes");
    assert_eq!(violations.iter().count(), 2, "{violations}");
}

#[derive(Serialize, Deserialize, Default, CrdSchema)]
#[serde(default)]
struct Whole {
    #[crd(default_from_serde)]
    size: i32,
    #[crd(default_from_serde)]
    name: String,
    not_published: i32,
    #[crd(default_from_serde)]
    nothing: Option<String>,
}

fn other() -> Foreign {
    Foreign { x: 7, y: 8 }
}

#[derive(Debug, PartialEq)]
struct Foreign {
    x: i32,
    y: i32,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[serde(remote = "Foreign", default = "other")]
struct ForeignDef {
    #[crd(default_from_serde)]
    x: i32,
    y: i32,
}

#[derive(Serialize, Deserialize, CrdSchema)]
struct Around {
    #[serde(with = "ForeignDef")]
    #[crd(with = ForeignDef)]
    at: Foreign,
}

#[test]
fn defaults_of_a_whole_struct_are_published() {
    let properties = schema::<Whole>()["properties"].clone();
    assert_eq!((&properties["size"]["default"], &properties["name"]["default"]), (&json!(0), &json!("")));
    assert_eq!(properties["not_published"].get("default"), None);
    assert_eq!(properties["nothing"].get("default"), None);
    assert_eq!(schema::<ForeignDef>()["properties"]["x"]["default"], json!(7));
    let around: Around = serde_json::from_value(json!({"at": {}})).expect("read");
    assert_eq!(around.at, other());
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Closed<T> {
    #[serde(flatten)]
    #[allow(dead_code)]
    rest: T,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Part {
    x: i32,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Deep {
    #[serde(flatten)]
    part: Part,
}

#[derive(Deserialize)]
#[allow(dead_code)]
enum External {
    A { x: i32 },
}

#[derive(Deserialize)]
#[serde(tag = "t")]
#[allow(dead_code)]
enum Internal {
    A { x: i32 },
}

#[derive(Deserialize)]
#[serde(tag = "t", content = "c")]
#[allow(dead_code)]
enum Adjacent {
    A { x: i32 },
}

#[derive(Deserialize)]
#[serde(untagged)]
#[allow(dead_code)]
enum Untagged {
    A { x: i32 },
}

/// What the derive lets a struct with `deny_unknown_fields` flatten, and what it refuses there.
#[test]
fn serde_reads_of_what_is_flattened_into_a_closed_struct_what_the_derive_allows() {
    fn reads<T: DeserializeOwned>(value: &Value) -> bool {
        serde_json::from_value::<Closed<T>>(value.clone()).is_ok()
    }
    let object = json!({"x": 1});
    assert!(reads::<Part>(&object) && reads::<Option<Part>>(&object));
    assert!(reads::<External>(&json!({"A": {"x": 1}})));
    assert!(reads::<Adjacent>(&json!({"t": "A", "c": {"x": 1}})));
    assert!(!reads::<Deep>(&object) && !reads::<Untagged>(&object) && !reads::<Value>(&object));
    assert!(!reads::<std::collections::BTreeMap<String, i32>>(&object));
    assert!(!reads::<Internal>(&json!({"t": "A", "x": 1})));
}
