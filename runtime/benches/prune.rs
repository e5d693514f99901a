//! Pruning against reading the same bytes as JSON.

use crd_schema::{CompiledSchema, PruneRoot, SchemaBuilder, Semantics, prune, prune_json, prune_json_noting};
use divan::Bencher;
use divan::counter::BytesCount;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

fn main() {
    divan::main();
}

/// Objects in the manner of a workload: containers with names, ports, variables.
fn schema() -> CompiledSchema {
    let port = SchemaBuilder::object()
        .property("containerPort", SchemaBuilder::integer())
        .property("protocol", SchemaBuilder::string());
    let variable = SchemaBuilder::object()
        .property("name", SchemaBuilder::string())
        .property("value", SchemaBuilder::string());
    let container = SchemaBuilder::object()
        .property("name", SchemaBuilder::string())
        .property("image", SchemaBuilder::string())
        .property("ports", SchemaBuilder::list_map(["containerPort"], port))
        .property("env", SchemaBuilder::array(variable))
        .property("labels", SchemaBuilder::map(SchemaBuilder::string()));
    let spec = SchemaBuilder::object().property("containers", SchemaBuilder::array(container));
    let root = SchemaBuilder::object().property("spec", spec);
    CompiledSchema::new(&root.build().expect("a structural schema"))
}

/// What a member that nobody declared looks like.
#[derive(Clone, Copy, Debug)]
enum Unknown {
    None,
    Many,
}

fn container(index: usize, unknown: Unknown) -> Value {
    let mut container = json!({
        "name": format!("container-{index}"),
        "image": "registry.example.com/team/application:1.2.3",
        "ports": [{"containerPort": 8080, "protocol": "TCP"}, {"containerPort": 9090, "protocol": "TCP"}],
        "env": [{"name": "LOG_LEVEL", "value": "debug"}, {"name": "REGION", "value": "eu-central-1"}],
        "labels": {"app.kubernetes.io/name": "application", "app.kubernetes.io/part-of": "suite"},
    });
    if let Unknown::Many = unknown {
        container["privileged"] = json!(true);
        container["extra"] = json!({"a": [1, 2, 3], "b": {"c": "text"}});
        container["ports"][0]["nodePort"] = json!(30000);
        container["env"][1]["secret"] = json!("hidden");
    }
    container
}

fn text(bytes: usize, unknown: Unknown) -> Vec<u8> {
    let one = container(0, unknown).to_string().len();
    let containers: Vec<_> = (0..bytes / one).map(|index| container(index, unknown)).collect();
    let object = json!({
        "apiVersion": "example.com/v1",
        "kind": "Workload",
        "metadata": {"name": "a", "namespace": "b"},
        "spec": {"containers": containers},
    });
    serde_json::to_vec(&object).expect("JSON")
}

const CASES: [(usize, Unknown); 4] = [
    (10_000, Unknown::None),
    (10_000, Unknown::Many),
    (1_000_000, Unknown::None),
    (1_000_000, Unknown::Many),
];

/// The measure: what a server spends before it prunes.
#[divan::bench(args = CASES, sample_count = 20)]
fn read_json(bencher: Bencher<'_, '_>, (bytes, unknown): (usize, Unknown)) {
    let text = text(bytes, unknown);
    bencher
        .counter(BytesCount::of_slice(&text))
        .bench(|| serde_json::from_slice::<Value>(&text).expect("JSON"));
}

#[divan::bench(args = CASES, sample_count = 20)]
fn prune_value(bencher: Bencher<'_, '_>, (bytes, unknown): (usize, Unknown)) {
    let (schema, text) = (schema(), text(bytes, unknown));
    let value: Value = serde_json::from_slice(&text).expect("JSON");
    bencher.counter(BytesCount::of_slice(&text)).with_inputs(|| value.clone()).bench_refs(|value| {
        prune(&schema, value, PruneRoot::Resource, Semantics::Server).expect("it never fails")
    });
}

#[divan::bench(args = CASES, sample_count = 20)]
fn read_and_prune(bencher: Bencher<'_, '_>, (bytes, unknown): (usize, Unknown)) {
    let (schema, text) = (schema(), text(bytes, unknown));
    bencher.counter(BytesCount::of_slice(&text)).bench(|| {
        let mut value: Value = serde_json::from_slice(&text).expect("JSON");
        let removed = prune(&schema, &mut value, PruneRoot::Resource, Semantics::Server);
        (value, removed)
    });
}

#[divan::bench(args = CASES, sample_count = 20)]
fn one_pass(bencher: Bencher<'_, '_>, (bytes, unknown): (usize, Unknown)) {
    let (schema, text) = (schema(), text(bytes, unknown));
    bencher.counter(BytesCount::of_slice(&text)).bench(|| prune_json(&schema, &text).expect("JSON"));
}

#[divan::bench(args = CASES, sample_count = 20)]
fn one_pass_with_notes(bencher: Bencher<'_, '_>, (bytes, unknown): (usize, Unknown)) {
    let (schema, text) = (schema(), text(bytes, unknown));
    bencher.counter(BytesCount::of_slice(&text)).bench(|| prune_json_noting(&schema, &text).expect("JSON"));
}

/// The limit: what reading costs when nothing is kept.
#[divan::bench(args = CASES, sample_count = 20)]
fn ignore_json(bencher: Bencher<'_, '_>, (bytes, unknown): (usize, Unknown)) {
    let text = text(bytes, unknown);
    bencher
        .counter(BytesCount::of_slice(&text))
        .bench(|| serde_json::from_slice::<IgnoredAny>(&text).expect("JSON"));
}
