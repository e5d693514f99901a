//! Validation against reading the same bytes as JSON, and against the crate `jsonschema`.

use crd_schema::{
    FieldPath, JsonSchemaProps, ServerVersion, StructuralSchema, Validator, validate, validate_update,
};
use divan::Bencher;
use divan::counter::BytesCount;
use serde_json::{Value, json};

fn main() {
    divan::main();
}

/// Objects in the manner of a workload, with the keywords that published CRDs have most.
fn schema() -> Value {
    let port = json!({
        "type": "object", "required": ["containerPort"],
        "properties": {
            "containerPort": {"type": "integer", "format": "int32", "minimum": 1, "maximum": 65535},
            "protocol": {"type": "string", "enum": ["TCP", "UDP", "SCTP"]},
        },
    });
    let variable = json!({
        "type": "object", "required": ["name"],
        "properties": {"name": {"type": "string", "maxLength": 63}, "value": {"type": "string"}},
        "anyOf": [{"required": ["value"]}, {"required": ["valueFrom"]}],
    });
    let container = json!({
        "type": "object", "required": ["name", "image"],
        "properties": {
            "name": {"type": "string", "pattern": "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "maxLength": 63},
            "image": {"type": "string", "minLength": 1},
            "memory": {"x-kubernetes-int-or-string": true},
            "ports": {
                "type": "array", "items": port,
                "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["containerPort"],
            },
            "env": {"type": "array", "items": variable, "maxItems": 64},
            "labels": {"type": "object", "additionalProperties": {"type": "string", "maxLength": 63}},
        },
    });
    json!({"type": "object", "properties": {
        "spec": {"type": "object", "properties": {"containers": {"type": "array", "items": container}}},
    }})
}

fn validator() -> Validator {
    let props: JsonSchemaProps = serde_json::from_value(schema()).expect("a schema");
    let schema = StructuralSchema::try_from(&props).expect("a structural schema");
    Validator::new(&schema, ServerVersion::default())
}

/// How many of the values are wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Faults {
    None,
    /// One of twenty.
    Some,
}

fn container(index: usize, faults: Faults) -> Value {
    let mut container = json!({
        "name": format!("container-{index}"),
        "image": "registry.example.com/team/application:1.2.3",
        "memory": "128Mi",
        "ports": [{"containerPort": 8080, "protocol": "TCP"}, {"containerPort": 9090, "protocol": "TCP"}],
        "env": [{"name": "LOG_LEVEL", "value": "debug"}, {"name": "REGION", "value": "eu-central-1"}],
        "labels": {"app.kubernetes.io/name": "application", "app.kubernetes.io/part-of": "suite"},
    });
    if faults == Faults::Some && index.is_multiple_of(2) {
        container["name"] = json!("Container");
        container["ports"][0]["containerPort"] = json!(0);
    }
    container
}

fn text(bytes: usize, faults: Faults) -> Vec<u8> {
    let one = container(0, faults).to_string().len();
    let containers: Vec<_> = (0..bytes / one).map(|index| container(index, faults)).collect();
    let object = json!({
        "apiVersion": "example.com/v1",
        "kind": "Workload",
        "metadata": {"name": "a", "namespace": "b"},
        "spec": {"containers": containers},
    });
    serde_json::to_vec(&object).expect("JSON")
}

const CASES: [(usize, Faults); 4] =
    [(10_000, Faults::None), (10_000, Faults::Some), (1_000_000, Faults::None), (1_000_000, Faults::Some)];

/// The measure: what a server spends before it validates.
#[divan::bench(args = CASES, sample_count = 20)]
fn read_json(bencher: Bencher<'_, '_>, (bytes, faults): (usize, Faults)) {
    let text = text(bytes, faults);
    bencher
        .counter(BytesCount::of_slice(&text))
        .bench(|| serde_json::from_slice::<Value>(&text).expect("JSON"));
}

#[divan::bench(args = CASES, sample_count = 20)]
fn validate_value(bencher: Bencher<'_, '_>, (bytes, faults): (usize, Faults)) {
    let (validator, text) = (validator(), text(bytes, faults));
    let value: Value = serde_json::from_slice(&text).expect("JSON");
    let found = validate(&validator, &value, &FieldPath::ROOT);
    assert_eq!(found.is_empty(), faults == Faults::None);
    bencher.counter(BytesCount::of_slice(&text)).bench(|| validate(&validator, &value, &FieldPath::ROOT));
}

/// Nothing has changed: what is wrong is forgiven.
#[divan::bench(args = CASES, sample_count = 20)]
fn validate_unchanged(bencher: Bencher<'_, '_>, (bytes, faults): (usize, Faults)) {
    let (validator, text) = (validator(), text(bytes, faults));
    let value: Value = serde_json::from_slice(&text).expect("JSON");
    bencher
        .counter(BytesCount::of_slice(&text))
        .bench(|| validate_update(&validator, &value, &value, &FieldPath::ROOT));
}

/// Another crate's answer to whether the value is valid; it knows nothing of integers or strings.
#[divan::bench(args = CASES, sample_count = 20)]
fn jsonschema_is_valid(bencher: Bencher<'_, '_>, (bytes, faults): (usize, Faults)) {
    let text = text(bytes, faults);
    let value: Value = serde_json::from_slice(&text).expect("JSON");
    let validator = jsonschema::validator_for(&schema()).expect("a schema");
    bencher.counter(BytesCount::of_slice(&text)).bench(|| validator.is_valid(&value));
}
