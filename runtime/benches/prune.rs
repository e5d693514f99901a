//! Pruning against reading the same bytes as JSON.

mod workload;

use crd_schema::steps::{PruneRoot, Semantics, prune, prune_json, prune_json_noting};
use divan::Bencher;
use divan::counter::BytesCount;
use serde::de::IgnoredAny;
use serde_json::Value;
use workload::{Objects, compiled, text};

fn main() {
    divan::main();
}

const CASES: [(usize, Objects); 4] = [
    (10_000, Objects::Clean),
    (10_000, Objects::Unknown),
    (1_000_000, Objects::Clean),
    (1_000_000, Objects::Unknown),
];

/// The measure: what a server spends before it prunes.
#[divan::bench(args = CASES, sample_count = 20)]
fn read_json(bencher: Bencher<'_, '_>, (bytes, objects): (usize, Objects)) {
    let text = text(bytes, objects);
    bencher
        .counter(BytesCount::of_slice(&text))
        .bench(|| serde_json::from_slice::<Value>(&text).expect("JSON"));
}

#[divan::bench(args = CASES, sample_count = 20)]
fn prune_value(bencher: Bencher<'_, '_>, (bytes, objects): (usize, Objects)) {
    let (schema, text) = (compiled(), text(bytes, objects));
    let value: Value = serde_json::from_slice(&text).expect("JSON");
    bencher.counter(BytesCount::of_slice(&text)).with_inputs(|| value.clone()).bench_refs(|value| {
        prune(&schema, value, PruneRoot::Resource, Semantics::Server).expect("it never fails")
    });
}

#[divan::bench(args = CASES, sample_count = 20)]
fn read_and_prune(bencher: Bencher<'_, '_>, (bytes, objects): (usize, Objects)) {
    let (schema, text) = (compiled(), text(bytes, objects));
    bencher.counter(BytesCount::of_slice(&text)).bench(|| {
        let mut value: Value = serde_json::from_slice(&text).expect("JSON");
        let removed = prune(&schema, &mut value, PruneRoot::Resource, Semantics::Server);
        (value, removed)
    });
}

#[divan::bench(args = CASES, sample_count = 20)]
fn one_pass(bencher: Bencher<'_, '_>, (bytes, objects): (usize, Objects)) {
    let (schema, text) = (compiled(), text(bytes, objects));
    bencher.counter(BytesCount::of_slice(&text)).bench(|| prune_json(&schema, &text).expect("JSON"));
}

#[divan::bench(args = CASES, sample_count = 20)]
fn one_pass_with_notes(bencher: Bencher<'_, '_>, (bytes, objects): (usize, Objects)) {
    let (schema, text) = (compiled(), text(bytes, objects));
    bencher.counter(BytesCount::of_slice(&text)).bench(|| prune_json_noting(&schema, &text).expect("JSON"));
}

/// The limit: what reading costs when nothing is kept.
#[divan::bench(args = CASES, sample_count = 20)]
fn ignore_json(bencher: Bencher<'_, '_>, (bytes, objects): (usize, Objects)) {
    let text = text(bytes, objects);
    bencher
        .counter(BytesCount::of_slice(&text))
        .bench(|| serde_json::from_slice::<IgnoredAny>(&text).expect("JSON"));
}
