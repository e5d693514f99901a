//! Validation against reading the same bytes as JSON, and against the crate `jsonschema`.

mod workload;

use crd_schema::validation::{Validator, validate, validate_update};
use crd_schema::{FieldPath, ServerVersion};
use divan::Bencher;
use divan::counter::BytesCount;
use serde_json::Value;
use workload::{Objects, schema, structural, text};

fn main() {
    divan::main();
}

fn validator() -> Validator {
    Validator::new(&structural(), ServerVersion::default())
}

const CASES: [(usize, Objects); 4] = [
    (10_000, Objects::Clean),
    (10_000, Objects::Faulty),
    (1_000_000, Objects::Clean),
    (1_000_000, Objects::Faulty),
];

/// The measure: what a server spends before it validates.
#[divan::bench(args = CASES, sample_count = 20)]
fn read_json(bencher: Bencher<'_, '_>, (bytes, objects): (usize, Objects)) {
    let text = text(bytes, objects);
    bencher
        .counter(BytesCount::of_slice(&text))
        .bench(|| serde_json::from_slice::<Value>(&text).expect("JSON"));
}

#[divan::bench(args = CASES, sample_count = 20)]
fn validate_value(bencher: Bencher<'_, '_>, (bytes, objects): (usize, Objects)) {
    let (validator, text) = (validator(), text(bytes, objects));
    let value: Value = serde_json::from_slice(&text).expect("JSON");
    let found = validate(&validator, &value, &FieldPath::ROOT);
    assert_eq!(found.is_empty(), objects == Objects::Clean);
    bencher.counter(BytesCount::of_slice(&text)).bench(|| validate(&validator, &value, &FieldPath::ROOT));
}

/// Nothing has changed: ratcheting accepts the invalid values.
#[divan::bench(args = CASES, sample_count = 20)]
fn validate_unchanged(bencher: Bencher<'_, '_>, (bytes, objects): (usize, Objects)) {
    let (validator, text) = (validator(), text(bytes, objects));
    let value: Value = serde_json::from_slice(&text).expect("JSON");
    bencher
        .counter(BytesCount::of_slice(&text))
        .bench(|| validate_update(&validator, &value, &value, &FieldPath::ROOT));
}

/// Another crate's answer to whether the value is valid; it knows nothing of integers or strings.
#[divan::bench(args = CASES, sample_count = 20)]
fn jsonschema_is_valid(bencher: Bencher<'_, '_>, (bytes, objects): (usize, Objects)) {
    let text = text(bytes, objects);
    let value: Value = serde_json::from_slice(&text).expect("JSON");
    let validator = jsonschema::validator_for(&schema()).expect("a schema");
    bencher.counter(BytesCount::of_slice(&text)).bench(|| validator.is_valid(&value));
}
