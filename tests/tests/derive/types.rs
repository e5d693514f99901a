//! What each Rust type becomes in a schema.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crd_schema::api::ObjectMeta;
use crd_schema::convert::from_description;
use crd_schema::{CrdSchema, EmbeddedResource, IntOrString};
use serde_json::{Value, json};

/// The properties of a derived struct, as JSON.
fn schema<T: CrdSchema>() -> Value {
    let schema = from_description(T::SCHEMA, crd_schema::convert::Descriptions::Kept)
        .expect("the derive gives structural schemas");
    serde_json::to_value(crd_schema::JsonSchemaProps::from(&schema)).expect("props are JSON")
}

macro_rules! becomes {
    ($($name:ident: $type_:ty => $schema:tt,)*) => {
        $(#[test]
        fn $name() {
            #[derive(CrdSchema)]
            #[allow(dead_code)]
            struct Spec {
                field: $type_,
            }
            assert_eq!(schema::<Spec>()["properties"]["field"], json!($schema));
        })*
    };
}

becomes! {
    boolean: bool => {"type": "boolean"},
    string: String => {"type": "string"},
    int8: i8 => {"type": "integer", "format": "int32", "minimum": -128, "maximum": 127},
    int16: i16 => {"type": "integer", "format": "int32", "minimum": -32768, "maximum": 32767},
    int32: i32 => {"type": "integer", "format": "int32"},
    int64: i64 => {"type": "integer", "format": "int64"},
    unsigned8: u8 => {"type": "integer", "format": "int32", "minimum": 0, "maximum": 255},
    unsigned16: u16 => {"type": "integer", "format": "int32", "minimum": 0, "maximum": 65535},
    unsigned32: u32 => {"type": "integer", "format": "int64", "minimum": 0, "maximum": 4_294_967_295_u32},
    float: f64 => {"type": "number", "format": "double"},
    option: Option<String> => {"type": "string", "nullable": true},
    boxed: Box<String> => {"type": "string"},
    counted: std::rc::Rc<String> => {"type": "string"},
    shared: std::sync::Arc<str> => {"type": "string"},
    reference: &'static str => {"type": "string"},
    shared_list: std::sync::Arc<[i64]> => {"type": "array", "items": {"type": "integer", "format": "int64"}},
    list: Vec<String> => {"type": "array", "items": {"type": "string"}},
    list_of_options: Vec<Option<i32>> => {
        "type": "array", "items": {"type": "integer", "format": "int32", "nullable": true}
    },
    tree_map: BTreeMap<String, String> => {"type": "object", "additionalProperties": {"type": "string"}},
    hash_map: HashMap<String, bool> => {"type": "object", "additionalProperties": {"type": "boolean"}},
    tree_set: BTreeSet<String> => {
        "type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"
    },
    hash_set: HashSet<String> => {
        "type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"
    },
    value: Value => {"nullable": true, "x-kubernetes-preserve-unknown-fields": true},
    int_or_string: IntOrString => {
        "anyOf": [{"type": "integer"}, {"type": "string"}], "x-kubernetes-int-or-string": true,
        "minimum": -2_147_483_648_i64, "maximum": 2_147_483_647_i64,
    },
    object_meta: ObjectMeta => {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "namespace": {"type": "string"},
            "labels": {"type": "object", "additionalProperties": {"type": "string"}},
            "annotations": {"type": "object", "additionalProperties": {"type": "string"}},
            "finalizers": {"type": "array", "items": {"type": "string"}},
        }
    },
    embedded_resource: EmbeddedResource => {
        "type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true
    },
}

/// serde's parser puts a function of its own on such a field.
#[test]
fn a_borrowed_text_is_a_text() {
    #[derive(serde::Serialize, serde::Deserialize, CrdSchema)]
    struct Spec<'a> {
        #[serde(borrow)]
        name: std::borrow::Cow<'a, str>,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        note: Option<std::borrow::Cow<'a, str>>,
        source: Source<'a>,
    }
    #[derive(serde::Serialize, serde::Deserialize, CrdSchema)]
    enum Source<'a> {
        #[serde(borrow)]
        Url(std::borrow::Cow<'a, str>),
    }
    let text = r#"{"name":"a","source":{"Url":"b"}}"#;
    let spec: Spec<'_> = serde_json::from_str(text).expect("a spec");
    assert_eq!(serde_json::to_string(&spec).expect("JSON"), text);
    let wanted = json!({
        "type": "object",
        "required": ["name", "source"],
        "properties": {
            "name": {"type": "string"},
            "note": {"type": "string"},
            "source": {
                "type": "object", "properties": {"Url": {"type": "string"}}, "oneOf": [{"required": ["Url"]}]
            },
        },
    });
    assert_eq!(schema::<Spec<'static>>(), wanted);
}
