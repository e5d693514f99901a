//! What the values of enums are for, as readers of a definition find it: in the descriptions.

use std::collections::{BTreeMap, BTreeSet};

use crd_schema::convert::{Descriptions, from_description};
use crd_schema::{CrdSchema, JsonSchemaProps};
use serde::{Deserialize, Serialize};
use serde_repr::{Deserialize_repr, Serialize_repr};

/// Every schema is one of an object.
#[derive(CrdSchema)]
#[allow(dead_code)]
struct Holder<T> {
    held: T,
}

/// The schema of a type, with descriptions or without them.
fn schema_with<T: CrdSchema>(descriptions: Descriptions) -> JsonSchemaProps {
    let holder =
        from_description(Holder::<T>::SCHEMA, descriptions).expect("the derive gives structural schemas");
    let properties = JsonSchemaProps::from(&holder).properties;
    *properties.and_then(|mut properties| properties.remove("held")).expect("the property")
}

fn schema<T: CrdSchema>() -> JsonSchemaProps {
    schema_with::<T>(Descriptions::Kept)
}

fn text(schema: &JsonSchemaProps) -> &str {
    schema.description.as_deref().unwrap_or_default()
}

/// The description of a property.
fn of<T: CrdSchema>(name: &str) -> String {
    let schema = schema::<T>();
    let property = schema.properties.as_ref().and_then(|properties| properties.get(name));
    text(property.expect("the property")).to_owned()
}

/// When pods are replaced.
#[derive(CrdSchema, Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
#[allow(dead_code)]
enum Strategy {
    /// One after the other.
    RollingUpdate,
    /// All at once.
    ///
    /// Clients see
    /// an outage.
    #[serde(rename = "all")]
    Recreate,
    Never,
    /// Nobody can write it.
    #[serde(skip)]
    Hidden,
}

const STRATEGIES: &str = "Possible values:\n- `rolling-update`: One after the other.\n- `all`: All at once.\n\n  Clients see\n  \
                          an outage.\n- `never`";

#[derive(CrdSchema)]
#[allow(dead_code)]
struct Users {
    plain: Strategy,
    /// How this one is replaced.
    chosen: Strategy,
    /// Perhaps.
    optional: Option<Strategy>,
    boxed: Option<Box<Strategy>>,
    /// In turn.
    list: Vec<Strategy>,
    set: BTreeSet<Strategy>,
    map: BTreeMap<String, Strategy>,
    /// Two of them.
    #[crd(enum = ["all", "never"])]
    narrow: Strategy,
    #[crd(enum = ["never"])]
    one: Strategy,
    wrapped: Wrapped,
    /// Of this user.
    renamed: Renamed,
}

#[derive(CrdSchema)]
#[allow(dead_code)]
struct Wrapped(Strategy);

/// A strategy by another name.
#[derive(CrdSchema)]
#[allow(dead_code)]
struct Renamed(Strategy);

#[test]
fn the_values_follow_the_description_of_the_type() {
    let whole = format!("When pods are replaced.\n\n{STRATEGIES}");
    assert_eq!(text(&schema::<Strategy>()), whole);
    for field in ["plain", "boxed", "wrapped"] {
        assert_eq!(of::<Users>(field), whole, "{field}");
    }
    assert_eq!(text(&schema::<Renamed>()), format!("A strategy by another name.\n\n{STRATEGIES}"));
}

#[test]
fn the_values_follow_the_description_of_a_field() {
    assert_eq!(of::<Users>("chosen"), format!("How this one is replaced.\n\n{STRATEGIES}"));
    assert_eq!(of::<Users>("optional"), format!("Perhaps.\n\n{STRATEGIES}"));
    assert_eq!(of::<Users>("renamed"), format!("Of this user.\n\n{STRATEGIES}"));
}

#[test]
fn items_and_values_of_maps_have_their_own_descriptions() {
    assert_eq!(of::<Users>("list"), "In turn.");
    let whole = serde_json::to_value(schema::<Users>()).expect("JSON");
    let whole = &whole["properties"];
    for below in ["/list/items", "/set/items", "/map/additionalProperties"] {
        let found = whole.pointer(below).and_then(|schema| schema["description"].as_str());
        assert_eq!(found, Some(format!("When pods are replaced.\n\n{STRATEGIES}").as_str()), "{below}");
    }
}

#[test]
fn a_field_lists_the_values_that_it_takes() {
    let all = "- `all`: All at once.\n\n  Clients see\n  an outage.";
    assert_eq!(of::<Users>("narrow"), format!("Two of them.\n\nPossible values:\n{all}\n- `never`"));
    assert_eq!(of::<Users>("one"), "When pods are replaced.");
}

/// No description but this one.
#[derive(CrdSchema)]
#[allow(dead_code)]
enum Plain {
    A,
    B,
}

/// Comments for readers of the source.
#[derive(CrdSchema)]
#[crd(no_possible_values)]
#[allow(dead_code)]
enum Off {
    /// Not listed.
    A,
    /// Not listed.
    B,
}

#[derive(CrdSchema)]
#[allow(dead_code)]
enum Bare {
    /// The first.
    A,
    #[doc = include_str!("shapes/text.md")]
    B,
}

#[test]
fn values_are_listed_where_one_has_a_text_and_the_switch_is_on() {
    assert_eq!(text(&schema::<Plain>()), "No description but this one.");
    assert_eq!(text(&schema::<Off>()), "Comments for readers of the source.");
    let included = include_str!("shapes/text.md").trim();
    let included = included.lines().collect::<Vec<_>>().join("\n  ").replace("\n  \n", "\n\n");
    assert_eq!(text(&schema::<Bare>()), format!("Possible values:\n- `A`: The first.\n- `B`: {included}"));
}

/// A port.
#[derive(CrdSchema, Serialize_repr, Deserialize_repr)]
#[repr(u16)]
#[crd(repr = "number")]
#[allow(dead_code)]
enum Port {
    /// Without TLS.
    Http = 80,
    Https = 443,
}

#[test]
fn numbers_are_listed_as_they_are_written() {
    assert_eq!(text(&schema::<Port>()), "A port.\n\nPossible values:\n- `80`: Without TLS.\n- `443`");
}

/// Where the source is.
#[derive(CrdSchema, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[allow(dead_code)]
enum Source {
    /// A repository.
    Git {
        url: String,
    },
    Bucket(Bucket),
    /// There is none.
    Nothing,
}

/// A bucket.
///
/// It has a name.
#[derive(CrdSchema, Serialize, Deserialize)]
#[allow(dead_code)]
struct Bucket {
    /// The name of the bucket.
    name: String,
}

#[derive(CrdSchema, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[crd(no_possible_values)]
#[allow(dead_code)]
enum Silent {
    /// A repository.
    Git {
        url: String,
    },
    Nothing,
}

/// Whom to notify.
#[derive(CrdSchema, Serialize, Deserialize)]
#[serde(tag = "kind", content = "with")]
#[allow(dead_code)]
enum Target {
    /// By mail.
    Mail(String),
    /// By chat.
    Chat(String),
    Nobody,
}

#[test]
fn the_tag_of_an_enum_lists_the_variants() {
    let variants =
        "Possible values:\n- `git`: A repository.\n- `bucket`: A bucket.\n- `nothing`: There is none.";
    assert_eq!(of::<Source>("type"), variants);
    assert_eq!(text(&schema::<Source>()), "Where the source is.");
    assert_eq!(of::<Source>("name"), "The name of the bucket.");
    assert_eq!(of::<Silent>("type"), "");
    assert_eq!(of::<Target>("kind"), "Possible values:\n- `Mail`: By mail.\n- `Chat`: By chat.\n- `Nobody`");
}

/// What to do.
#[derive(CrdSchema, Serialize, Deserialize)]
#[allow(dead_code)]
enum Step {
    /// Run a command.
    Run {
        command: String,
    },
    /// Replace the pods.
    Replace(Strategy),
    Load(Bucket),
}

#[test]
fn a_variant_that_is_a_property_has_its_text_there() {
    assert_eq!(text(&schema::<Step>()), "What to do.");
    assert_eq!(of::<Step>("Run"), "Run a command.");
    assert_eq!(of::<Step>("Replace"), format!("Replace the pods.\n\n{STRATEGIES}"));
    assert_eq!(of::<Step>("Load"), "A bucket.\n\nIt has a name.");
}

/// How many.
#[derive(CrdSchema, Serialize, Deserialize)]
#[serde(untagged)]
#[allow(dead_code)]
enum Amount {
    /// So many pods.
    Count(u16),
    /// A part of all pods.
    Share(String),
}

#[derive(CrdSchema)]
#[allow(dead_code)]
struct Budget {
    /// What may be missing.
    amount: Amount,
}

#[test]
fn variants_without_a_name_in_json_are_listed_by_their_descriptions() {
    let list = "Possible values:\n- So many pods.\n- A part of all pods.";
    assert_eq!(text(&schema::<Amount>()), format!("How many.\n\n{list}"));
    assert_eq!(of::<Budget>("amount"), format!("What may be missing.\n\n{list}"));
}

/// Descriptions are for readers: without them nothing is left of a list, and validation is the same.
#[test]
fn descriptions_of_variants_change_descriptions_alone() {
    #[derive(CrdSchema)]
    #[allow(dead_code)]
    enum Notified {
        /// The first.
        A,
        /// The second.
        B,
    }
    assert_eq!(schema_with::<Notified>(Descriptions::LeftOut), schema_with::<Plain>(Descriptions::LeftOut));
    assert_eq!(text(&schema_with::<Notified>(Descriptions::LeftOut)), "");
    let source = schema_with::<Source>(Descriptions::LeftOut);
    let tag = source.properties.as_ref().and_then(|properties| properties.get("type"));
    assert_eq!(text(tag.expect("the tag")), "");
}
