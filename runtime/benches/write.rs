//! Whole requests, from the bytes to what is stored, against reading the same bytes as JSON.

mod workload;

use crd_schema::serve::FieldValidation;
use crd_schema::validation::{Validator, validate};
use crd_schema::{FieldPath, ServerVersion};
use divan::Bencher;
use divan::counter::BytesCount;
use serde::de::IgnoredAny;
use serde_json::Value;
use workload::{Objects, schema, served, structural, text};

fn main() {
    divan::main();
}

const CASES: [(usize, Objects); 10] = [
    (1_000, Objects::Clean),
    (1_000, Objects::Unknown),
    (10_000, Objects::Clean),
    (10_000, Objects::Unknown),
    (100_000, Objects::Clean),
    (100_000, Objects::Unknown),
    (1_000_000, Objects::Clean),
    (1_000_000, Objects::Unknown),
    (10_000_000, Objects::Clean),
    (10_000_000, Objects::Unknown),
];

/// The limit: what reading costs when nothing is kept.
#[divan::bench(args = CASES, sample_count = 10)]
fn ignore_json(bencher: Bencher<'_, '_>, (bytes, objects): (usize, Objects)) {
    let text = text(bytes, objects);
    bencher
        .counter(BytesCount::of_slice(&text))
        .bench(|| serde_json::from_slice::<IgnoredAny>(&text).expect("JSON"));
}

/// The measure: what anybody spends who keeps everything.
#[divan::bench(args = CASES, sample_count = 10)]
fn read_json(bencher: Bencher<'_, '_>, (bytes, objects): (usize, Objects)) {
    let text = text(bytes, objects);
    bencher
        .counter(BytesCount::of_slice(&text))
        .bench(|| serde_json::from_slice::<Value>(&text).expect("JSON"));
}

#[divan::bench(args = CASES, sample_count = 10)]
fn decode_and_tell(bencher: Bencher<'_, '_>, (bytes, objects): (usize, Objects)) {
    decode(bencher, bytes, objects, FieldValidation::Warn);
}

#[divan::bench(args = CASES, sample_count = 10)]
fn decode_and_ignore(bencher: Bencher<'_, '_>, (bytes, objects): (usize, Objects)) {
    decode(bencher, bytes, objects, FieldValidation::Ignore);
}

fn decode(bencher: Bencher<'_, '_>, bytes: usize, objects: Objects, validation: FieldValidation) {
    let (served, text) = (served(), text(bytes, objects));
    bencher
        .counter(BytesCount::of_slice(&text))
        .bench(|| served.decode_json(&text, validation).expect("it can be read"));
}

#[divan::bench(args = CASES, sample_count = 10)]
fn create(bencher: Bencher<'_, '_>, (bytes, objects): (usize, Objects)) {
    let (served, text) = (served(), text(bytes, objects));
    bencher.counter(BytesCount::of_slice(&text)).bench(|| {
        let decoded = served.decode_json(&text, FieldValidation::Warn).expect("it can be read");
        served.create_decoded(decoded).expect("it is valid")
    });
}

/// The old object has been read before, as a server has it from its cache.
#[divan::bench(args = CASES, sample_count = 10)]
fn update(bencher: Bencher<'_, '_>, (bytes, objects): (usize, Objects)) {
    let (served, text) = (served(), text(bytes, objects));
    let old = served.read(serde_json::from_slice(&text).expect("JSON")).expect("it can be read");
    bencher.counter(BytesCount::of_slice(&text)).bench(|| {
        let decoded = served.decode_json(&text, FieldValidation::Warn).expect("it can be read");
        served.update_decoded(&old, decoded).expect("it is valid")
    });
}

/// Invalid values are reported in full.
#[divan::bench(args = [1_000, 10_000, 100_000, 1_000_000, 10_000_000], sample_count = 10)]
fn create_and_refuse(bencher: Bencher<'_, '_>, bytes: usize) {
    let (served, text) = (served(), text(bytes, Objects::Faulty));
    bencher.counter(BytesCount::of_slice(&text)).bench(|| {
        let decoded = served.decode_json(&text, FieldValidation::Warn).expect("it can be read");
        served.create_decoded(decoded).expect_err("it is not valid")
    });
}

#[divan::bench(args = CASES, sample_count = 10)]
fn validate_value(bencher: Bencher<'_, '_>, (bytes, objects): (usize, Objects)) {
    let (validator, text) = (Validator::new(&structural(), ServerVersion::default()), text(bytes, objects));
    let value: Value = serde_json::from_slice(&text).expect("JSON");
    bencher.counter(BytesCount::of_slice(&text)).bench(|| validate(&validator, &value, &FieldPath::ROOT));
}

/// Another crate's answer to whether the value is valid; it knows nothing of integers or strings.
#[divan::bench(args = CASES, sample_count = 10)]
fn jsonschema_is_valid(bencher: Bencher<'_, '_>, (bytes, objects): (usize, Objects)) {
    let text = text(bytes, objects);
    let value: Value = serde_json::from_slice(&text).expect("JSON");
    let validator = jsonschema::validator_for(&schema()).expect("a schema");
    bencher.counter(BytesCount::of_slice(&text)).bench(|| validator.is_valid(&value));
}
