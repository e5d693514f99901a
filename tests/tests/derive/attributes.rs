//! What each attribute adds to a schema.

use std::collections::{BTreeMap, BTreeSet};

use crd_schema::convert::from_description;
use crd_schema::{CrdSchema, JsonSchemaProps};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

fn schema<T: CrdSchema>() -> Value {
    let schema = from_description(T::SCHEMA, crd_schema::convert::Descriptions::Kept)
        .expect("the derive gives structural schemas");
    serde_json::to_value(JsonSchemaProps::from(&schema)).expect("props are JSON")
}

/// The schema of a type that is no object.
fn schema_in_field<T: CrdSchema>() -> Value {
    #[derive(CrdSchema)]
    #[allow(dead_code)]
    struct Holder<T> {
        field: T,
    }
    schema::<Holder<T>>()["properties"]["field"].take()
}

/// Each case is a field with its attributes, and the schema of the field.
macro_rules! fields {
    ($($name:ident: [$(#[$attr:meta])*] $type_:ty => $schema:tt,)*) => {
        $(#[test]
        fn $name() {
            #[derive(Serialize, Deserialize, CrdSchema)]
            struct Spec {
                $(#[$attr])*
                field: $type_,
            }
            assert_eq!(schema::<Spec>()["properties"]["field"], json!($schema));
        })*
    };
}

const LONGEST: usize = 63;
const NAME: &str = "^[a-z]+$";

fn three() -> i32 {
    3
}

#[derive(Serialize, Deserialize, Default, CrdSchema)]
struct Limits {
    #[crd(default = 1)]
    low: i32,
    #[crd(default = 2)]
    high: i32,
}

#[derive(Serialize, Deserialize, CrdSchema)]
struct Port {
    name: String,
    #[crd(default = "TCP")]
    protocol: String,
    number: u16,
}

fields! {
    bounds: [#[crd(min = 1, max = 10)]] i32 => {
        "type": "integer", "format": "int32", "minimum": 1, "maximum": 10
    },
    negative_bounds: [#[crd(min = -10, max = -1)]] i32 => {
        "type": "integer", "format": "int32", "minimum": -10, "maximum": -1
    },
    range: [#[crd(range = 1..=10)]] u8 => {
        "type": "integer", "format": "int32", "minimum": 1, "maximum": 10
    },
    half_open_range: [#[crd(range = 1..10)]] i32 => {
        "type": "integer", "format": "int32", "minimum": 1, "maximum": 10, "exclusiveMaximum": true
    },
    exclusive_bounds: [#[crd(min = 0, exclusive_min)]] f64 => {
        "type": "number", "format": "double", "minimum": 0, "exclusiveMinimum": true
    },
    multiple_of: [#[crd(multiple_of = 0.5)]] f64 => {"type": "number", "format": "double", "multipleOf": 0.5},
    lengths: [#[crd(min_length = 1, max_length = LONGEST)]] String => {
        "type": "string", "minLength": 1, "maxLength": 63
    },
    length: [#[crd(length = 1..=63)]] String => {"type": "string", "minLength": 1, "maxLength": 63},
    half_open_length: [#[crd(length = ..64)]] Option<String> => {
        "type": "string", "nullable": true, "maxLength": 63
    },
    pattern: [#[crd(pattern = NAME)]] String => {"type": "string", "pattern": "^[a-z]+$"},
    format: [#[crd(format = "date-time")]] String => {"type": "string", "format": "date-time"},
    // A format of a number stands for that of the type, as long as the server takes no number that the type does not have.
    narrower_format: [#[crd(format = "int32")]] i64 => {"type": "integer", "format": "int32"},
    narrower_float: [#[crd(format = "float")]] f64 => {"type": "number", "format": "float"},
    wider_format_of_a_bounded_type: [#[crd(format = "int64")]] u16 => {
        "type": "integer", "format": "int64", "minimum": 0, "maximum": 65535
    },
    unknown_format_beside_bounds: [#[crd(format = "percent", range = 0..=100)]] i32 => {
        "type": "integer", "format": "percent", "minimum": 0, "maximum": 100
    },
    format_of_items: [#[crd(items(format = "cidr"))]] Vec<String> => {
        "type": "array", "items": {"type": "string", "format": "cidr"}
    },
    enum_of_strings: [#[crd(enum = ["a", "b"])]] String => {"type": "string", "enum": ["a", "b"]},
    enum_of_numbers: [#[crd(enum = [1, -2])]] i64 => {"type": "integer", "format": "int64", "enum": [1, -2]},
    items: [#[crd(min_items = 1, max_items = 3, items(min_length = 1))]] Vec<String> => {
        "type": "array", "minItems": 1, "maxItems": 3, "items": {"type": "string", "minLength": 1}
    },
    items_of_items: [#[crd(items(max_items = 3, items(range = 0..=9)))]] Vec<Vec<i32>> => {
        "type": "array",
        "items": {
            "type": "array",
            "maxItems": 3,
            "items": {"type": "integer", "format": "int32", "minimum": 0, "maximum": 9}
        }
    },
    values: [#[crd(min_properties = 1, max_properties = 8, values(pattern = "^a"))]] BTreeMap<String, String> => {
        "type": "object", "minProperties": 1, "maxProperties": 8,
        "additionalProperties": {"type": "string", "pattern": "^a"}
    },
    keys: [#[crd(keys(length = 1..=63, pattern = "^[a-z\\.\"]+$"))]] BTreeMap<String, String> => {
        "type": "object",
        "additionalProperties": {"type": "string"},
        "x-kubernetes-validations": [{
            "rule": "self.all(key, key.size() >= 1 && key.size() <= 63 && key.matches(\"^[a-z\\\\.\\\"]+$\"))",
            "message": "keys must have at least 1 characters and must have at most 63 characters and must match \
                        \"^[a-z\\\\.\\\"]+$\""
        }]
    },
    default_of_number: [#[crd(default = 3)]] i32 => {"type": "integer", "format": "int32", "default": 3},
    default_of_object: [#[crd(default = {"low": 0, "high": -1})]] Limits => {
        "type": "object",
        "default": {"low": 0, "high": -1},
        "properties": {
            "low": {"type": "integer", "format": "int32", "default": 1},
            "high": {"type": "integer", "format": "int32", "default": 2}
        }
    },
    default_of_list: [#[crd(default = [{"a": 1}, null])]] Vec<Value> => {
        "type": "array",
        "default": [{"a": 1}, null],
        "items": {"nullable": true, "x-kubernetes-preserve-unknown-fields": true}
    },
    default_of_type: [#[crd(default)]] String => {"type": "string", "default": ""},
    default_of_expression: [#[crd(default = LONGEST)]] i32 => {
        "type": "integer", "format": "int32", "default": 63
    },
    default_of_serde: [#[serde(default = "three")] #[crd(default_from_serde)]] i32 => {
        "type": "integer", "format": "int32", "default": 3
    },
    serde_default_alone: [#[serde(default = "three")]] i32 => {"type": "integer", "format": "int32"},
    nullable: [#[crd(nullable, with = String)]] Value => {"type": "string", "nullable": true},
    skipped_option: [#[serde(skip_serializing_if = "Option::is_none")]] Option<String> => {"type": "string"},
    skipped_option_of_value: [#[serde(skip_serializing_if = "Option::is_none")]] Option<Value> => {
        "nullable": true, "x-kubernetes-preserve-unknown-fields": true
    },
    title: [#[crd(title = "A title", example = {"a": [1]})]] Value => {
        "title": "A title", "example": {"a": [1]}, "nullable": true, "x-kubernetes-preserve-unknown-fields": true
    },
    documented: [/** One line
     and another. */] String => {"type": "string", "description": "One line\n    and another."},
    list_type: [#[crd(list_type = "atomic")]] Vec<String> => {
        "type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "atomic"
    },
    list_type_without_quotes: [#[crd(list_type = set)]] Vec<String> => {
        "type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"
    },
    set_as_list: [#[crd(list_type = "atomic")]] BTreeSet<String> => {
        "type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "atomic"
    },
    list_map_keys: [#[crd(list_map_keys = ["name", "protocol"])]] Vec<Port> => {
        "type": "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name", "protocol"],
        "items": {
            "type": "object",
            "required": ["name", "number"],
            "properties": {
                "name": {"type": "string"},
                "protocol": {"type": "string", "default": "TCP"},
                "number": {"type": "integer", "format": "int32", "minimum": 0, "maximum": 65535}
            }
        }
    },
    map_type: [#[crd(map_type = "atomic")]] BTreeMap<String, bool> => {
        "type": "object", "additionalProperties": {"type": "boolean"}, "x-kubernetes-map-type": "atomic"
    },
    rule: [#[crd(rule = "self > 0")] #[crd(rule(
        "self < 9", message = "m", message_expr = "'m'", reason = "FieldValueInvalid", field_path = ".a",
        optional_old_self
    ))]] i64 => {
        "type": "integer", "format": "int64",
        "x-kubernetes-validations": [
            {"rule": "self > 0"},
            {
                "rule": "self < 9", "message": "m", "messageExpression": "'m'", "reason": "FieldValueInvalid",
                "fieldPath": ".a", "optionalOldSelf": true
            }
        ]
    },
    immutable: [#[immutable]] String => {"type": "string", "x-kubernetes-mutability": "Immutable"},
    add_only: [#[immutable(add_only)] #[serde(skip_serializing_if = "Option::is_none")]] Option<String> => {
        "type": "string", "x-kubernetes-mutability": "AddOnly"
    },
    remove_only: [#[immutable(remove_only)] #[serde(skip_serializing_if = "Option::is_none")]] Option<String> => {
        "type": "string", "x-kubernetes-mutability": "RemoveOnly"
    },
    immutable_items: [#[immutable(items)]] Vec<String> => {
        "type": "array", "items": {"type": "string", "x-kubernetes-mutability": "Immutable"}
    },
    immutable_values: [#[immutable(values)] #[immutable_keys(add_only)]] BTreeMap<String, String> => {
        "type": "object",
        "additionalProperties": {"type": "string", "x-kubernetes-mutability": "Immutable"},
        "x-kubernetes-key-mutability": "AddOnly"
    },
    immutable_keys: [#[immutable_keys]] BTreeSet<String> => {
        "type": "array", "items": {"type": "string"},
        "x-kubernetes-list-type": "set", "x-kubernetes-key-mutability": "Immutable"
    },
    preserve_unknown: [#[preserve_unknown]] Vec<String> => {"x-kubernetes-preserve-unknown-fields": true},
    preserve_unknown_map: [#[preserve_unknown]] BTreeMap<String, String> => {
        "type": "object", "x-kubernetes-preserve-unknown-fields": true
    },
    preserve_unknown_values: [#[preserve_unknown(values)]] Option<BTreeMap<String, String>> => {
        "type": "object", "nullable": true,
        "additionalProperties": {"x-kubernetes-preserve-unknown-fields": true}
    },
    preserve_unknown_items: [#[preserve_unknown(values)]] Vec<String> => {
        "type": "array", "items": {"x-kubernetes-preserve-unknown-fields": true}
    },
    int_or_string: [#[int_or_string] #[crd(pattern = "^[0-9]+%$")]] crd_schema::IntOrString => {
        "anyOf": [{"type": "integer"}, {"type": "string"}], "x-kubernetes-int-or-string": true,
        "pattern": "^[0-9]+%$"
    },
    embedded_value: [#[embedded_resource]] Value => {
        "type": "object", "nullable": true, "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true
    },
    embedded_struct: [#[embedded_resource]] Template => {
        "type": "object", "x-kubernetes-embedded-resource": true,
        "properties": {"kind": {"type": "string"}}, "required": ["kind"]
    },
    with_option: [#[crd(with = Option<String>)]] Option<std::net::Ipv4Addr> => {
        "type": "string", "nullable": true
    },
    with: [#[crd(with = String, format = "duration")]] u64 => {"type": "string", "format": "duration"},
}

#[derive(Serialize, Deserialize, CrdSchema)]
struct Template {
    kind: String,
}

/// Words for everybody.
#[derive(Serialize, Deserialize, CrdSchema)]
#[serde(rename_all = "kebab-case")]
enum Engine {
    PostgreSql,
    #[serde(rename = "my")]
    MySql,
    #[serde(skip)]
    #[allow(dead_code)]
    Secret,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[serde(transparent)]
#[crd(max = 1024, rule = "self != 80")]
struct PortNumber(u16);

#[derive(CrdSchema)]
#[int_or_string]
#[allow(dead_code)]
enum Percent {
    Share(i32),
    Text(String),
}

/// All of it.
#[derive(Serialize, Deserialize, Default, CrdSchema)]
#[serde(rename_all = "camelCase", default)]
#[preserve_unknown]
struct Named {
    first_name: String,
    #[serde(rename = "family")]
    last_name: String,
    #[serde(skip)]
    #[allow(dead_code)]
    secret: u64,
    #[serde(skip_serializing)]
    password: String,
}

#[test]
fn enums_of_unit_variants_are_strings() {
    let wanted =
        json!({"type": "string", "enum": ["postgre-sql", "my"], "description": "Words for everybody."});
    assert_eq!(schema_in_field::<Engine>(), wanted);
}

#[test]
fn newtypes_look_as_what_they_wrap() {
    let wanted = json!({
        "type": "integer", "format": "int32", "minimum": 0, "maximum": 1024,
        "x-kubernetes-validations": [{"rule": "self != 80"}],
    });
    assert_eq!(schema_in_field::<PortNumber>(), wanted);
}

#[test]
fn serde_says_names_and_presence() {
    let text = || json!({"type": "string"});
    let wanted = json!({
        "type": "object",
        "description": "All of it.",
        "properties": {"firstName": text(), "family": text(), "password": text()},
        "x-kubernetes-preserve-unknown-fields": true,
    });
    assert_eq!(schema::<Named>(), wanted);
}

#[test]
fn what_a_field_says_narrows_what_its_type_says() {
    #[derive(CrdSchema)]
    #[crd(pattern = "^a", max_length = 9)]
    #[allow(dead_code)]
    struct Name(String);
    #[derive(CrdSchema)]
    #[allow(dead_code)]
    struct Spec {
        #[crd(pattern = "b$", max_length = 5, min_length = 1)]
        name: Name,
        percent: Percent,
    }
    let schema = schema::<Spec>();
    let wanted = json!({
        "type": "string", "pattern": "^a", "allOf": [{"pattern": "b$"}], "minLength": 1, "maxLength": 5,
    });
    assert_eq!(schema["properties"]["name"], wanted);
    assert_eq!(schema["properties"]["percent"]["x-kubernetes-int-or-string"], true);
}

#[test]
fn the_text_of_a_field_wins_over_that_of_its_type() {
    #[derive(CrdSchema)]
    #[allow(dead_code)]
    struct Spec {
        engine: Engine,
        /// The spare one.
        spare: Engine,
        all: Vec<Engine>,
    }
    let properties = schema::<Spec>()["properties"].take();
    assert_eq!(properties["engine"]["description"], "Words for everybody.");
    assert_eq!(properties["spare"]["description"], "The spare one.");
    assert_eq!(properties["all"].get("description"), None);
    assert_eq!(properties["all"]["items"]["description"], "Words for everybody.");
    let silent =
        from_description(Spec::SCHEMA, crd_schema::convert::Descriptions::LeftOut).expect("a schema");
    assert!(silent.root().property("engine").is_some_and(|engine| engine.description().is_none()));
}

#[test]
fn required_is_what_serde_needs() {
    #[derive(Serialize, Deserialize, CrdSchema)]
    struct Spec {
        needed: String,
        optional: Option<String>,
        #[crd(required)]
        demanded: Option<String>,
        #[serde(default)]
        defaulted: String,
        #[crd(default = "a")]
        filled: String,
        #[preserve_unknown]
        unknown: Option<String>,
        #[preserve_unknown]
        known: String,
    }
    assert_eq!(schema::<Spec>()["required"], json!(["needed", "demanded", "known"]));
}
