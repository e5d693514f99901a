//! Fields whose types describe themselves to schemars.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

const FORMATS: &str = "a server lets an empty list pass where a format is";

/// `name: { types of schemars } Type => [samples of one field]`
macro_rules! foreign {
    ($($name:ident: { $($item:item)* } $type_:ty => [$($sample:tt),* $(,)?] $(except [$($law:ident: $reason:expr),+])?;)*) => {
        $(#[allow(dead_code)]
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            $(
                #[derive(Serialize, Deserialize, JsonSchema)]
                $item
            )*
            #[derive(Serialize, Deserialize, crd_schema::CrdSchema)]
            struct Spec {
                #[crd(schemars)]
                f: $type_,
            }
            pub(super) fn shape() -> crd_schema_tests::shapes::Shape {
                let samples = vec![$(serde_json::json!({"f": $sample})),*];
                crd_schema_tests::shapes::Shape::new::<Spec>(concat!("schemars_", stringify!($name)), samples)
                    $($(.except(crd_schema_tests::shapes::Law::$law, $reason))+)?
            }
        })*

        /// The shapes of this file.
        pub(super) fn all() -> Vec<crd_schema_tests::shapes::Shape> {
            vec![$($name::shape()),*]
        }
    };
}

foreign! {
    text: {} String => ["a"];
    small_numbers: { struct N { a: u8, b: i8, c: u16, d: i16 } } N => [{"a": 1, "b": -1, "c": 1, "d": -1}];
    numbers: { struct N { a: u32, b: i32, c: i64, d: f64, e: bool } } N => [{"a": 1, "b": -1, "c": 1, "d": 0.5, "e": true}];
    unsigned_wide_number: {} u64 => [1];
    character: {} char => ["a"];
    optional: {} Option<String> => ["a", null];
    optional_struct: { struct S { a: String } } Option<S> => [{"a": "x"}, null];
    optional_members: {
        struct S {
            a: Option<String>,
            #[serde(default)]
            b: u8,
            #[serde(skip_serializing_if = "Option::is_none")]
            c: Option<bool>,
        }
    } S => [{"a": "x", "b": 1, "c": true}, {}, {"a": null}]
        except [WrittenBackIsUnchanged: "serde writes its default"];
    renamed: {
        #[serde(rename_all = "camelCase")]
        struct S { first_name: String, #[serde(rename = "family")] last: String }
    } S => [{"firstName": "a", "family": "b"}];
    referenced: {
        /// The outer one.
        struct Outer { one: Inner, other: Inner, list: Vec<Inner> }
        /// The inner one.
        struct Inner {
            /// A number.
            a: i32,
        }
    } Outer => [{"one": {"a": 1}, "other": {"a": 2}, "list": [{"a": 3}]}];
    list: { struct S { a: i32 } } Vec<S> => [[{"a": 1}], []];
    map: { struct S { a: i32 } } BTreeMap<String, S> => [{"x": {"a": 1}}, {}];
    map_inside: { struct S { a: BTreeMap<String, Vec<bool>> } } S => [{"a": {"x": [true]}}];
    map_of_enum_keys: {
        struct S { a: BTreeMap<K, i32> }
        #[derive(PartialEq, Eq, PartialOrd, Ord)]
        enum K { One, Two }
    } S => [{"a": {"One": 1}}, {"a": {}}];
    map_of_number_keys: {
        struct S { #[schemars(length(max = 8))] a: BTreeMap<u32, bool>, #[schemars(length(max = 8))] b: BTreeMap<i64, Vec<String>> }
    } S => [{"a": {"1": true}, "b": {"-1": ["x"]}}, {"a": {}, "b": {}}];
    map_of_patterned_keys: {
        struct S { #[schemars(length(max = 8))] a: BTreeMap<K, i32> }
        #[derive(PartialEq, Eq, PartialOrd, Ord)]
        struct K(#[schemars(regex(pattern = "^[a-z]+$"))] String);
    } S => [{"a": {"ab": 1}}, {"a": {}}];
    map_of_newtype_keys: {
        struct S { a: BTreeMap<K, N> }
        #[derive(PartialEq, Eq, PartialOrd, Ord)]
        struct K(String);
        struct N(u8);
    } S => [{"a": {"x": 1}}, {"a": {}}];
    optional_map_of_number_keys: { struct S { a: Option<BTreeMap<u16, M>> } struct M { x: i32 } } S => [{"a": {"1": {"x": 1}}}, {"a": null}, {}];
    set: { struct S { a: BTreeSet<String> } } S => [{"a": ["x", "y"]}] except [WrittenBackIsUnchanged: "a set has no order"];
    array: { struct S { a: [u8; 2] } } S => [{"a": [1, 2]}];
    pair: { struct S { a: (i32, i32) } } S => [{"a": [1, 2]}];
    value: { struct S { a: serde_json::Value, b: serde_json::Map<String, serde_json::Value> } } S => [{"a": {"x": [1]}, "b": {"y": {"z": 1}}}];
    unit_enum: { enum E { One, #[serde(rename = "two")] Two } } E => ["One", "two"];
    documented_unit_enum: { enum E { /** First. */ One, /** Second. */ Two, Three } } E => ["One", "Two", "Three"];
    optional_unit_enum: { enum E { One, Two } } Option<E> => ["One", null];
    optional_unit_enum_inside: { struct S { a: Option<E>, b: E } enum E { One, Two } } S => [{"a": "One", "b": "Two"}, {"a": null, "b": "One"}];
    external_enum: { enum E { Run { cmd: String }, Wait(u32) } } E => [{"Run": {"cmd": "a"}}, {"Wait": 1}];
    external_enum_of_structs: { enum E { Run(Run), Stop(Stop) } struct Run { cmd: String } struct Stop { cmd: String, hard: Option<bool> } } E => [{"Run": {"cmd": "a"}}, {"Stop": {"cmd": "a"}}];
    optional_external_enum: { enum E { Run { cmd: String }, Wait(u32) } } Option<E> => [{"Run": {"cmd": "a"}}, null];
    internal_enum: { #[serde(tag = "kind")] enum E { File { path: String }, Udp { port: u16 }, Off } } E => [{"kind": "File", "path": "a"}, {"kind": "Udp", "port": 1}, {"kind": "Off"}]
        except [WrittenBackIsUnchanged: "fields of other variants are accepted and lost, as serde does"];
    strict_internal_enum: { #[serde(tag = "kind", deny_unknown_fields)] enum E { File { path: String }, Udp { port: u16 } } } E => [{"kind": "File", "path": "a"}, {"kind": "Udp", "port": 1}];
    internal_enum_of_structs: {
        #[serde(tag = "kind")]
        enum E { File(File), Udp(Udp) }
        struct File { path: String }
        struct Udp { port: u16, host: Option<String> }
    } E => [{"kind": "File", "path": "a"}, {"kind": "Udp", "port": 1, "host": "h"}]
        except [WrittenBackIsUnchanged: "fields of other variants are accepted and lost, as serde does"];
    adjacent_enum: { #[serde(tag = "t", content = "c")] enum E { File { path: String }, Udp { port: u16 } } } E => [{"t": "File", "c": {"path": "a"}}, {"t": "Udp", "c": {"port": 1}}]
        except [WrittenBackIsUnchanged: "fields of other variants are accepted and lost, as serde does"];
    adjacent_enum_of_strings: { #[serde(tag = "t", content = "c")] enum E { Name(String), Label(String) } } E => [{"t": "Name", "c": "a"}, {"t": "Label", "c": "b"}];
    untagged_objects: { #[serde(untagged)] enum E { Token { token: String }, Basic { user: String, pass: String } } } E => [{"token": "a"}, {"user": "a", "pass": "b"}]
        except [WrittenBackIsUnchanged: "fields of other variants are accepted and lost, as serde does"];
    untagged_int_or_text: { #[serde(untagged)] enum E { Count(u16), Share(String) } } E => [1, "50%"];
    flattened_struct: { struct S { a: i32, #[serde(flatten)] b: B } struct B { c: String } } S => [{"a": 1, "c": "x"}];
    flattened_rest: { struct S { a: i32, #[serde(flatten)] rest: BTreeMap<String, serde_json::Value> } } S => [{"a": 1, "x": {"y": 1}}];
    flattened_enum: { struct S { a: i32, #[serde(flatten)] b: B } #[serde(tag = "kind")] enum B { One { x: i32 }, Two { y: i32 } } } S => [{"a": 1, "kind": "One", "x": 1}, {"a": 1, "kind": "Two", "y": 1}]
        except [WrittenBackIsUnchanged: "fields of other variants are accepted and lost, as serde does"];
    strict_struct: { #[serde(deny_unknown_fields)] struct S { a: i32 } } S => [{"a": 1}];
    newtype: { struct N(u16); } N => [1];
    transparent: { #[serde(transparent)] struct N { inner: String } } N => ["a"];
    validated: { struct S { #[schemars(range(min = 1, max = 9))] a: i32, #[schemars(length(min = 1, max = 3))] b: String, #[schemars(regex(pattern = "^a"))] c: String } } S => [{"a": 1, "b": "x", "c": "ab"}]
        except [WrittenIsAccepted: "serde does not ask what schemars says"];
    addresses: { struct S { a: std::net::Ipv4Addr } } S => [{"a": "10.0.0.1"}]
        except [AcceptedIsRead: FORMATS];
    duration: { struct S { a: std::time::Duration } } S => [{"a": {"secs": 1, "nanos": 1}}];
    int_or_string_extension: { struct S { #[schemars(extend("x-kubernetes-int-or-string" = true))] #[schemars(with = "serde_json::Value")] a: crd_schema::IntOrString } } S => [{"a": 1}, {"a": "x"}];
}
