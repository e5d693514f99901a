//! Structs: names, presence, nesting.

use serde_json::Value;

crd_schema_tests::shapes! {
    plain: { struct Spec { a: String, b: Option<i32> } } Spec => [{"a": "x", "b": 1}, {"a": "x", "b": null}];
    empty: { struct Spec {} } Spec => [{}];
    camel: {
        #[serde(rename_all = "camelCase")]
        struct Spec { first_name: String, #[serde(rename = "URL")] url: String }
    } Spec => [{"firstName": "x", "URL": "y"}];
    kebab: {
        #[serde(rename_all = "kebab-case")]
        struct Spec { first_name: String }
    } Spec => [{"first-name": "x"}];
    raw_identifier: { struct Spec { r#type: String } } Spec => [{"type": "x"}];
    nested: {
        struct Spec { inner: Inner }
        struct Inner { a: i32 }
    } Spec => [{"inner": {"a": 1}}];
    optional_nested: {
        struct Spec { inner: Option<Inner> }
        struct Inner { a: i32, b: Option<String> }
    } Spec => [{"inner": {"a": 1, "b": "x"}}, {"inner": null}];
    list_of_structs: {
        struct Spec { items: Vec<Item> }
        struct Item { name: String }
    } Spec => [{"items": [{"name": "a"}, {"name": "b"}]}];
    map_list: {
        struct Spec { #[crd(list_map_keys = ["name"])] items: Vec<Item> }
        struct Item { name: String, port: u16 }
    } Spec => [{"items": [{"name": "a", "port": 1}]}]
        except [WrittenIsAccepted: "serde does not ask that keys differ"];
    map_of_structs: {
        struct Spec { items: std::collections::BTreeMap<String, Item> }
        struct Item { a: Option<u8> }
    } Spec => [{"items": {"x": {"a": 1}}}];
    newtype: { struct Spec { name: Name } struct Name(String); } Spec => [{"name": "a"}];
    transparent: {
        struct Spec { name: Name }
        #[serde(transparent)]
        struct Name { value: Option<String> }
    } Spec => [{"name": "a"}, {"name": null}];
    tuple_struct: { struct Spec { at: Point } struct Point(i32, i32); } Spec => [{"at": [1, 2]}];
    generic: {
        struct Spec { a: Wrapper<i32>, b: Wrapper<String> }
        struct Wrapper<T> { value: T, more: Vec<T> }
    } Spec => [{"a": {"value": 1, "more": [2]}, "b": {"value": "x", "more": []}}];
    constant_generic: {
        struct Spec { a: Wrapper<3> }
        struct Wrapper<const N: usize> { value: i32 }
    } Spec => [{"a": {"value": 1}}];
    bounded_generic: {
        struct Spec { a: Wrapper<i32> }
        #[serde(bound = "T: serde::Serialize + serde::de::DeserializeOwned")]
        struct Wrapper<T> { value: T }
    } Spec => [{"a": {"value": 1}}];
    skipped: { struct Spec { a: i32, #[serde(skip)] b: std::time::Duration } } Spec => [{"a": 1}];
    never_written: {
        struct Spec { a: i32, #[serde(skip_serializing)] b: Option<i32> }
    } Spec => [{"a": 1}];
    denying_unknown: {
        #[serde(deny_unknown_fields)]
        struct Spec { a: i32, b: Option<i32> }
    } Spec => [{"a": 1, "b": 2}];
    container_default: {
        #[derive(Default)]
        #[serde(default)]
        struct Spec { a: i32, b: String }
    } Spec => [{"a": 1, "b": "x"}] except [WrittenBackIsUnchanged: "serde adds what is missing"];
    container_default_published: {
        #[derive(Default)]
        #[serde(default)]
        struct Spec { #[crd(default_from_serde)] a: i32, #[crd(default_from_serde)] b: String }
    } Spec => [{"a": 1, "b": "x"}];
    default_by_path: {
        struct Spec { #[serde(default = "two")] #[crd(default_from_serde)] a: i32 }
    } Spec => [{"a": 1}];
    alias: {
        struct Spec { #[serde(alias = "old")] a: i32 }
    } Spec => [{"a": 1}];
    open_struct: {
        #[preserve_unknown]
        struct Spec { a: i32 }
    } Spec => [{"a": 1}] except [WrittenBackIsUnchanged: "the type does not keep what the server keeps for others"];
    wire_type: {
        struct Spec { a: Celsius }
        #[derive(Clone)]
        #[serde(from = "f64", into = "f64")]
        struct Celsius(f64);
    } Spec => [{"a": 1.5}] also {
        impl From<f64> for Celsius {
            fn from(degrees: f64) -> Self {
                Self(degrees)
            }
        }
        impl From<Celsius> for f64 {
            fn from(Celsius(degrees): Celsius) -> Self {
                degrees
            }
        }
    };
    checked_wire_type: {
        struct Spec { #[crd(range = 0..=100)] a: Percent }
        #[derive(Clone)]
        #[serde(try_from = "u8", into = "u8")]
        struct Percent(u8);
    } Spec => [{"a": 50}] also {
        impl TryFrom<u8> for Percent {
            type Error = &'static str;
            fn try_from(percent: u8) -> Result<Self, Self::Error> {
                if percent <= 100 { Ok(Self(percent)) } else { Err("more than 100") }
            }
        }
        impl From<Percent> for u8 {
            fn from(Percent(percent): Percent) -> Self {
                percent
            }
        }
    };
    written_with: {
        struct Spec { #[serde(with = "text")] #[crd(with = String, pattern = "^[0-9]{1,9}$")] a: u64 }
    } Spec => [{"a": "12"}];
    read_by_function: {
        struct Spec {
            #[serde(deserialize_with = "perhaps")] #[crd(with = Option<String>)] needed: Option<String>,
            #[serde(deserialize_with = "perhaps", default)] #[crd(with = Option<String>)] with_default: Option<String>,
            #[serde(deserialize_with = "perhaps", default, skip_serializing_if = "Option::is_none")]
            #[crd(with = Option<String>)] left_out: Option<String>,
            #[serde(serialize_with = "loudly")] #[crd(with = String)] written: Option<String>,
            #[serde(deserialize_with = "perhaps")] #[crd(with = Option<String>, default = "a")] filled: Option<String>,
        }
    } Spec => [{"needed": null, "with_default": null, "written": "X", "filled": "b"}, {"needed": "a", "left_out": "b", "written": "X", "filled": "a"}]
        except [WrittenBackIsUnchanged: "serde adds what is missing"];
    option_of_another_type: {
        struct Spec {
            #[crd(with = String)] a: Option<Name>,
            #[crd(with = String)] #[serde(skip_serializing_if = "Option::is_none")] b: Option<Name>,
            #[crd(schema_with = super::text_desc)] c: Option<Name>,
        }
        struct Name(String);
    } Spec => [{"a": "x", "b": "y", "c": "z"}, {"a": null, "c": null}];
    default_of_null: {
        struct Spec {
            #[crd(default = null)] a: Value,
            #[crd(default)] b: Value,
            #[crd(default)] c: String,
            #[crd(default = null)] d: Option<String>,
        }
    } Spec => [{"a": null, "b": 1, "c": "x", "d": null}];
    newtype_of_function: {
        struct Spec { a: Serial, b: Perhaps }
        struct Serial(#[serde(with = "text")] #[crd(with = Digits)] u64);
        #[serde(transparent)]
        struct Perhaps { #[serde(deserialize_with = "perhaps")] #[crd(with = Option<String>)] text: Option<String> }
        #[crd(pattern = "^(0|[1-9][0-9]{0,8})$")]
        struct Digits(String);
    } Spec => [{"a": "12", "b": null}, {"a": "0", "b": "x"}];
    into_alone: {
        struct Spec { a: Name }
        #[derive(Clone)]
        #[serde(into = "String", from = "String")]
        struct Name { text: String }
    } Spec => [{"a": "x"}] also {
        impl From<String> for Name {
            fn from(text: String) -> Self {
                Self { text }
            }
        }
        impl From<Name> for String {
            fn from(name: Name) -> Self {
                name.text
            }
        }
    };
    from_option_alias: {
        struct Spec { a: Name }
        #[derive(Clone)]
        #[serde(from = "Maybe", into = "Maybe")]
        struct Name(String);
    } Spec => [{"a": "x"}, {"a": null}] also {
        impl From<Maybe> for Name {
            fn from(text: Maybe) -> Self {
                Self(text.unwrap_or_default())
            }
        }
        impl From<Name> for Maybe {
            fn from(Name(text): Name) -> Self {
                Some(text)
            }
        }
    } except [WrittenBackIsUnchanged: "serde adds what is missing"];
    described_by_function: {
        struct Spec { #[serde(with = "text")] #[crd(schema_with = super::digits)] a: u64 }
    } Spec => [{"a": "12"}];
    remote: {
        struct Spec { #[serde(with = "PointDef")] #[crd(with = PointDef)] at: super::Foreign }
        #[serde(remote = "super::Foreign")]
        struct PointDef { x: i32, y: i32 }
    } Spec => [{"at": {"x": 1, "y": 2}}];
    recursion_cut: {
        struct Spec { name: String, #[preserve_unknown] children: Vec<Spec> }
    } Spec => [{"name": "a", "children": [{"name": "b", "children": []}]}]
        except [AcceptedIsRead: "nothing is checked where the recursion is cut"];
    value_member: { struct Spec { a: Value, b: Option<Value> } } Spec => [{"a": 1, "b": {"x": null}}];
    documented: {
        /// The whole.
        struct Spec {
            /// One of it.
            #[crd(title = "A", example = 1, external_docs(url = "https://example.com", description = "more"))]
            a: i32,
        }
    } Spec => [{"a": 1}];
}

fn two() -> i32 {
    2
}

type Maybe = Option<String>;

fn perhaps<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    serde::Deserialize::deserialize(deserializer)
}

#[expect(clippy::ref_option, reason = "serde asks for it")]
fn loudly<S: serde::Serializer>(text: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&text.clone().unwrap_or_default().to_uppercase())
}

const fn text_desc() -> crd_schema::describe::TypeDesc {
    crd_schema::describe::TypeDesc::of(crd_schema::describe::Shape::String)
}

/// A type of another crate.
#[allow(missing_docs)]
struct Foreign {
    x: i32,
    y: i32,
}

const fn digits() -> crd_schema::describe::TypeDesc {
    use crd_schema::describe::{Facet, Shape, TypeDesc};
    TypeDesc { shape: Shape::String, facets: &[Facet::Pattern("^(0|[1-9][0-9]{0,8})$")] }
}

mod text {
    use serde::{Deserialize, Deserializer, Serializer, de};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
    pub(super) fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(number)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
