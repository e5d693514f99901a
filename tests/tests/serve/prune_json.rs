//! Pruning while reading is reading and then pruning.

use crd_schema::path::FieldPathBuf;
use crd_schema::serve::JsonError;
use crd_schema::steps::{
    CompiledSchema, PruneRoot, PrunedJson, Semantics, prune, prune_json, prune_json_noting,
};
use crd_schema::{JsonSchemaProps, StructuralSchema};
use crd_schema_tests::conformance::{same, without_negative_zeros};
use crd_schema_tests::generate::{self, Tape};
use crd_schema_tests::json_text;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

fn compiled(schema: Value) -> CompiledSchema {
    let props: JsonSchemaProps = serde_json::from_value(schema).expect("a schema");
    CompiledSchema::new(&StructuralSchema::try_from(&props).expect("a structural schema"))
}

fn strings(paths: &[FieldPathBuf]) -> Vec<String> {
    paths.iter().map(ToString::to_string).collect()
}

/// Two steps instead of one.
fn read_and_prune(schema: &CompiledSchema, text: &str) -> Option<(Value, Vec<String>)> {
    let mut value: Value = serde_json::from_str(text).ok()?;
    let removed = prune(schema, &mut value, PruneRoot::Resource, Semantics::Server).ok()?;
    Some((value, strings(&removed)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn one_pass_is_two_steps(bytes in vec(any::<u8>(), 0..400)) {
        let mut tape = Tape::new(&bytes);
        let schema = compiled(generate::schema(&mut tape));
        let text = json_text::body(&mut tape);
        if let Some((value, removed)) = read_and_prune(&schema, &text) {
            let noted = match prune_json_noting(&schema, text.as_bytes()) {
                // With `arbitrary_precision` serde_json reads numbers that no float holds; Go never does.
                Err(JsonError::Number(_)) => return Ok(()),
                noted => noted.expect("it could be read"),
            };
            let plain = prune_json(&schema, text.as_bytes()).expect("it could be read");
            // `serde_json` reads the integer `-0` as a float.
            let [ours, theirs] = [&plain, &value].map(without_negative_zeros);
            prop_assert!(same(&ours, &theirs), "{}", text);
            prop_assert_eq!(&noted.value, &plain, "{}", text);
            prop_assert_eq!(strings(&noted.removed), removed, "{}", text);
        }
    }

    #[test]
    fn objects_of_the_schema_are_read_alike(bytes in vec(any::<u8>(), 0..400)) {
        let mut tape = Tape::new(&bytes);
        let json = generate::schema(&mut tape);
        let schema = compiled(json.clone());
        let object = generate::object(&mut tape, &json);
        let text = generate::mutated(&mut tape, &json, &object).to_string();
        let (value, removed) = read_and_prune(&schema, &text).expect("it is JSON");
        let PrunedJson { value: read, removed: noted, .. } =
            prune_json_noting(&schema, text.as_bytes()).expect("it is JSON");
        prop_assert_eq!(prune_json(&schema, text.as_bytes()), Ok(value.clone()));
        prop_assert_eq!((read, strings(&noted)), (value, removed));
    }
}

fn anything() -> CompiledSchema {
    compiled(json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true}))
}

fn nested(levels: usize) -> String {
    format!("{{\"a\":{}{}}}", "[".repeat(levels), "]".repeat(levels))
}

#[test]
fn depth_is_bounded_where_it_is_kept() {
    assert!(prune_json(&anything(), nested(255).as_bytes()).is_ok());
    let error = prune_json(&anything(), nested(256).as_bytes()).expect_err("it is too deep");
    assert_eq!(error.to_string(), "nested deeper than 256 levels");
    let error = prune_json_noting(&anything(), nested(1_000_000).as_bytes()).expect_err("it is too deep");
    assert_eq!(error.to_string(), "nested deeper than 256 levels");
}

#[test]
fn what_goes_may_be_as_deep_as_it_likes() {
    let nothing = compiled(json!({"type": "object"}));
    assert_eq!(prune_json(&nothing, nested(1_000_000).as_bytes()), Ok(json!({})));
}

/// Go writes U+FFFD for invalid UTF-8 (`encoding/json decode.go`, `unquoteBytes`).
#[test]
fn what_is_no_text_is_replaced() {
    let read = |text: &[u8]| prune_json(&anything(), text).expect("it can be read");
    assert_eq!(read(b"{\"a\":\"x\xe2\x82y\"}"), json!({"a": "x\u{fffd}\u{fffd}y"}));
    assert_eq!(read(br#"{"a":"\ud800","\udfff":1}"#), json!({"a": "\u{fffd}", "\u{fffd}": 1}));
}

#[test]
fn fields_that_count_no_more_are_not_reported_as_removed() {
    let schema = compiled(json!({"type": "object", "properties": {"a": {"type": "object"}}}));
    let read = prune_json_noting(&schema, br#"{"a":{"x":1,"x":2},"a":{"y":1},"b":1,"b":{"c":1,"c":1}}"#);
    let read = read.expect("it can be read");
    assert_eq!(read.value, json!({"a": {}}));
    assert_eq!(strings(&read.repeated), ["a.x", "a", "b", "b.c"]);
    assert_eq!(strings(&read.removed), ["a.y", "b"]);
}
