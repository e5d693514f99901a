//! Values that are made to take long to validate.

use std::time::{Duration, Instant};

use crd_schema::validation::{Validator, validate, validate_update};
use crd_schema::{FieldPath, JsonSchemaProps, ServerVersion, StructuralSchema, Violations};
use serde_json::{Value, json};

/// A debug build on a busy machine takes a tenth of it; what is quadratic takes minutes.
const LONG: Duration = Duration::from_secs(60);

fn validator(property: &Value) -> Validator {
    let schema = json!({"type": "object", "properties": {"v": property}});
    let props: JsonSchemaProps = serde_json::from_value(schema).expect("a schema");
    let schema = StructuralSchema::try_from(&props).expect("a structural schema");
    Validator::new(&schema, ServerVersion::default())
}

fn within_reason(check: impl FnOnce() -> Violations) -> Violations {
    let start = Instant::now();
    let violations = check();
    assert!(start.elapsed() < LONG, "it took {:?}", start.elapsed());
    violations
}

/// Each error repeats its path, whose text would take the square of the input.
#[test]
fn a_long_key_above_many_errors_does_no_harm() {
    let validator = validator(
        &json!({"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}),
    );
    let object = json!({"v": {"k".repeat(100_000): vec![1; 100_000]}});
    let violations = within_reason(|| validate(&validator, &object, &FieldPath::ROOT));
    assert!(!violations.is_empty());
    let length: usize = violations.iter().map(|violation| violation.detail().len()).sum();
    assert!(length < 64 << 20, "{length}");
}

/// Upstream looks through all old items for each new one that has another key.
#[test]
fn items_find_their_old_selves_in_linear_time() {
    const COUNT: usize = 50_000;
    let item = json!({"type": "object", "properties": {"k": {"type": "integer"}, "s": {"type": "string", "maxLength": 1}}});
    let list = json!({"type": "array", "items": item, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"]});
    let validator = validator(&list);
    let items = |keys: &mut dyn Iterator<Item = usize>| -> Value {
        keys.map(|key| json!({"k": key, "s": "too long"})).collect()
    };
    let old = json!({"v": items(&mut (0..COUNT))});
    let new = json!({"v": items(&mut (1..=COUNT).rev())});
    let violations = within_reason(|| validate_update(&validator, &old, &new, &FieldPath::ROOT));
    let strings: Vec<_> = violations.iter().map(ToString::to_string).collect();
    assert_eq!(strings, ["v[0].s: Too long: may not be more than 1 byte"]);
}

/// Every level has an error of its own, for which all below it is compared.
#[test]
fn unchanged_levels_are_compared_once() {
    let leaf = json!({"type": "array", "items": {"type": "integer"}});
    let level = |inner: Value| json!({"type": "object", "minProperties": 2, "properties": {"a": inner, "b": {"type": "integer"}}});
    let validator = validator(&(0..30).fold(leaf, |inner, _| level(inner)));
    let value = (0..30).fold(json!(vec![0; 100_000]), |inner, _| json!({"a": inner}));
    let object = json!({"v": value});
    let violations = within_reason(|| validate_update(&validator, &object, &object, &FieldPath::ROOT));
    assert!(violations.is_empty(), "{violations}");
}

#[test]
fn unique_items_are_found_in_linear_time() {
    let validator = validator(&json!({"type": "array", "items": {"type": "integer"}, "uniqueItems": true}));
    let object = json!({"v": (0..200_000).collect::<Vec<_>>()});
    let violations = within_reason(|| validate(&validator, &object, &FieldPath::ROOT));
    assert!(violations.is_empty(), "{violations}");
}
