//! Fields of other types among the own ones.

use serde_json::Value;
use std::collections::BTreeMap;

crd_schema_tests::shapes! {
    flat_struct: {
        struct Spec { a: i32, #[serde(flatten)] common: Common }
        struct Common { b: String, c: Option<i32> }
    } Spec => [{"a": 1, "b": "x", "c": 2}];
    flat_twice: {
        struct Spec { #[serde(flatten)] one: One, #[serde(flatten)] two: Two }
        struct One { a: i32 }
        struct Two { b: i32 }
    } Spec => [{"a": 1, "b": 2}];
    flat_deep: {
        struct Spec { a: i32, #[serde(flatten)] one: One }
        struct One { b: i32, #[serde(flatten)] two: Two }
        struct Two { c: i32 }
    } Spec => [{"a": 1, "b": 2, "c": 3}];
    flat_generic: {
        struct Spec { a: i32, #[serde(flatten)] one: One<String> }
        struct One<T> { b: T }
    } Spec => [{"a": 1, "b": "x"}];
    flat_boxed: {
        struct Spec { a: i32, #[serde(flatten)] one: Box<One> }
        struct One { b: i32 }
    } Spec => [{"a": 1, "b": 2}];
    flat_rest: {
        struct Spec { a: i32, #[serde(flatten)] rest: BTreeMap<String, Value> }
    } Spec => [{"a": 1, "x": {"y": [1]}}];
    flat_json_rest: {
        struct Spec { a: i32, #[serde(flatten)] rest: serde_json::Map<String, Value> }
    } Spec => [{"a": 1, "x": {"y": [1]}}];
    flat_map_alone: {
        struct Spec { #[serde(flatten)] rest: BTreeMap<String, i32> }
    } Spec => [{"x": 1}];
    flat_optional: {
        struct Spec { a: i32, #[serde(flatten)] one: Option<One> }
        struct One { b: i32, c: String }
    } Spec => [{"a": 1, "b": 2, "c": "x"}, {"a": 1}];
    flat_optional_of_options: {
        struct Spec { a: i32, #[serde(flatten)] one: Option<One> }
        struct One { #[serde(skip_serializing_if = "Option::is_none")] b: Option<i32> }
    } Spec => [{"a": 1, "b": 2}, {"a": 1}];
    flat_external: {
        struct Spec { name: String, #[serde(flatten)] step: Step }
        enum Step { Run { cmd: String }, Wait { secs: u32 } }
    } Spec => [{"name": "a", "Run": {"cmd": "x"}}, {"name": "a", "Wait": {"secs": 1}}];
    flat_optional_external: {
        struct Spec { name: String, #[serde(flatten)] step: Option<Step> }
        enum Step { Run { cmd: String }, Wait { secs: u32 } }
    } Spec => [{"name": "a", "Run": {"cmd": "x"}}, {"name": "a"}];
    flat_internal: {
        struct Spec { name: String, #[serde(flatten)] sink: Sink }
        #[serde(tag = "kind")]
        enum Sink { File { path: String }, Udp { port: u16 } }
    } Spec => [{"name": "a", "kind": "File", "path": "x"}, {"name": "a", "kind": "Udp", "port": 1}]
        except [WrittenBackIsUnchanged: "serde ignores the fields of other variants"];
    flat_adjacent: {
        struct Spec { name: String, #[serde(flatten)] sink: Sink }
        #[serde(tag = "t", content = "c")]
        enum Sink { File { path: String }, Off }
    } Spec => [{"name": "a", "t": "File", "c": {"path": "x"}}, {"name": "a", "t": "Off"}];
    flat_two_enums: {
        struct Spec { #[serde(flatten)] one: One, #[serde(flatten)] two: Two }
        enum One { A { x: i32 }, B { x: i32 } }
        enum Two { C { x: i32 }, D { x: i32 } }
    } Spec => [{"A": {"x": 1}, "C": {"x": 1}}, {"B": {"x": 1}, "D": {"x": 1}}];
    flat_untagged: {
        struct Spec { name: String, #[serde(flatten)] auth: Auth }
        #[serde(untagged)]
        enum Auth { Token { token: String }, Basic { user: String } }
    } Spec => [{"name": "a", "token": "x"}, {"name": "a", "user": "x"}]
        except [WrittenBackIsUnchanged: "serde ignores the fields of other variants"];
    flat_in_variant: {
        struct Spec { a: Sink }
        #[serde(tag = "kind")]
        enum Sink { File { path: String, #[serde(flatten)] common: Common }, Off }
        struct Common { note: String }
    } Spec => [{"a": {"kind": "File", "path": "x", "note": "n"}}, {"a": {"kind": "Off"}}]
        except [WrittenBackIsUnchanged: "serde ignores the fields of other variants"];
    flat_ruled: {
        struct Spec { a: i32, #[serde(flatten)] range: Range }
        #[crd(rule("self.min <= self.max", message = "min is above max"))]
        struct Range { min: i32, max: i32 }
    } Spec => [{"a": 1, "min": 1, "max": 2}] except [WrittenIsAccepted: "serde does not ask rules"];
}
