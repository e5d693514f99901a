//! Random schemas whose fields are merged in all ways.

use serde_json::{Value, json};

use crate::conformance::without_negative_zeros;
use crate::generate::{Tape, schema};

/// A schema with `spec` and `status`, with map types and formats here and there.
pub(super) fn drawn(tape: &mut Tape<'_>) -> Value {
    let mut schema = schema(tape);
    if let Some(properties) = schema["properties"].as_object_mut() {
        for (from, to) in [("a", "spec"), ("b", "status")] {
            if let Some(property) = properties.remove(from) {
                properties.insert(to.to_owned(), property);
            }
        }
    }
    decorate(tape, &mut schema);
    // As a server has read it from its store.
    without_negative_zeros(&schema)
}

/// The schema of another version, in which other fields are atomic.
pub(super) fn other_version(tape: &mut Tape<'_>, schema: &Value) -> Value {
    let mut schema = schema.clone();
    if tape.rarely(1, 2) {
        decorate(tape, &mut schema);
    }
    schema
}

fn decorate(tape: &mut Tape<'_>, node: &mut Value) {
    let is_object = node["type"] == "object";
    if is_object && tape.rarely(1, 6) {
        node["x-kubernetes-map-type"] = tape.pick(&["granular", "atomic"]).into();
    }
    if node["type"] == "string" && node.get("default").is_none() && tape.rarely(1, 8) {
        node["format"] = tape.pick(&["byte", "date-time", "x"]).into();
    }
    if node["type"] == "array" && node["x-kubernetes-list-type"] == "set" && node["items"]["type"] == "string"
    {
        node["items"]["nullable"] = false.into();
    }
    for below in ["items", "additionalProperties"] {
        if node.get(below).is_some_and(Value::is_object) {
            decorate(tape, &mut node[below]);
        }
    }
    for (_, property) in node.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        decorate(tape, property);
    }
}

/// A definition with two versions, each of which may have a status of its own.
pub(super) fn two_versions(tape: &mut Tape<'_>, first: &Value, second: &Value) -> Value {
    let statuses = [(); 2].map(|()| tape.choose(2) == 1);
    let versions = [version("v1", first, statuses[0]), version("v2", second, statuses[1])];
    of_versions(&versions)
}

/// A definition with one version.
pub fn definition(schema: &Value, status: bool) -> Value {
    of_versions(&[version("v1", schema, status)])
}

fn version(name: &str, schema: &Value, status: bool) -> Value {
    let subresources = if status { json!({"status": {}}) } else { json!({}) };
    json!({
        "name": name, "served": true, "storage": name == "v1", "subresources": subresources,
        "schema": {"openAPIV3Schema": schema},
    })
}

fn of_versions(versions: &[Value]) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "things.example.com"},
        "spec": {
            "group": "example.com",
            "scope": "Namespaced",
            "names": {"plural": "things", "singular": "thing", "kind": "Thing", "listKind": "ThingList"},
            "versions": versions,
        },
        "status": {"acceptedNames": {"plural": "things", "kind": "Thing"}, "conditions": [], "storedVersions": []},
    })
}
