//! Schemas with many patterns, each of which is small and would be large as an automaton.

use crd_schema::serve::FieldValidation;
use crd_schema::{CustomResourceDefinition, ServedVersion, lint};
use serde_json::{Map, Value, json};

use super::{Budget, Shape};

/// A definition whose `spec` has these properties, and how many bytes it has.
pub(crate) fn crd(spec: Map<String, Value>) -> (usize, CustomResourceDefinition) {
    let mut schema = json!({"type": "object", "properties": {"spec": {"type": "object"}}});
    schema["properties"]["spec"]["properties"] = spec.into();
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "jobs.example.com"},
        "spec": {
            "group": "example.com", "scope": "Namespaced", "names": {"kind": "Job", "plural": "jobs"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}}],
        },
    });
    (crd.to_string().len(), serde_json::from_value(crd).expect("a definition"))
}

/// A schema with so many of the patterns that the issue of many small ones began with, and an object of it.
pub(crate) fn letters_schema(count: usize) -> (Value, Value) {
    let text = |index: usize| json!({"type": "string", "pattern": letters(index)});
    let properties: Map<_, _> = (0..count).map(|index| (format!("p{index}"), text(index))).collect();
    let schema =
        json!({"type": "object", "properties": {"spec": {"type": "object", "properties": properties}}});
    (schema, serde_json::from_slice(&body(count, "éé")).expect("JSON"))
}

/// A definition with these patterns.
pub(crate) fn letters_definition(count: usize) -> Value {
    serde_json::to_value(with_patterns(count, letters).1).expect("JSON")
}

fn with_patterns(count: usize, pattern: impl Fn(usize) -> String) -> (usize, CustomResourceDefinition) {
    let text = |index: usize| json!({"type": "string", "pattern": pattern(index)});
    crd((0..count).map(|index| (format!("p{index}"), text(index))).collect())
}

fn letters(index: usize) -> String {
    format!(r"^[\p{{L}}\p{{N}}_-]{{1,250}}x{{{}}}$", index % 1000)
}

/// Classes of the same kind that no two patterns share.
fn classes(index: usize) -> String {
    format!(r"(?i)[\p{{Lu}}\x{{{index:x}}}][^\pL\x{{{index:x}}}]\PN{{5,}}")
}

/// Unanchored, so that all copies are looked at side by side.
fn alternatives(index: usize) -> String {
    format!("(?:a|[^b]{{2}}|é+){{100}}.{{9}}{index}")
}

fn body(count: usize, text: &str) -> Vec<u8> {
    let spec: Map<_, _> = (0..count).map(|index| (format!("p{index}"), text.into())).collect();
    let mut object = json!({"apiVersion": "example.com/v1", "kind": "Job", "metadata": {"name": "a"}});
    object["spec"] = spec.into();
    object.to_string().into_bytes()
}

fn serve(crd: &CustomResourceDefinition) -> ServedVersion {
    ServedVersion::new(crd, "v1").expect("a version")
}

fn written(count: usize, pattern: fn(usize) -> String, text: &str) -> (usize, super::measure::Work) {
    let (bytes, crd) = with_patterns(count, pattern);
    let (body, served) = (body(count, text), serve(&crd));
    let work = move || {
        let decoded = served.decode_json(&body, FieldValidation::Warn).expect("it is read");
        let _ = served.create_decoded(decoded);
    };
    (bytes + count * text.len(), Box::new(work))
}

pub(crate) const SHAPES: [Shape; 8] = [
    Shape {
        name: "patterns: serve",
        small: 100,
        make: |count| {
            let (bytes, crd) = with_patterns(count, letters);
            (bytes, Box::new(move || drop(serve(&crd))))
        },
        budget: Budget::new(40, 1000),
    },
    Shape {
        name: "patterns: lint",
        small: 100,
        make: |count| {
            let (bytes, crd) = with_patterns(count, letters);
            (bytes, Box::new(move || drop(lint(&crd))))
        },
        budget: Budget::new(40, 2000),
    },
    Shape {
        name: "patterns: decode, which needs none",
        small: 100,
        make: |count| {
            let (bytes, crd) = with_patterns(count, letters);
            let (body, served) = (body(count, "é"), serve(&crd));
            (bytes, Box::new(move || drop(served.decode_json(&body, FieldValidation::Warn))))
        },
        budget: Budget::new(20, 30),
    },
    Shape {
        name: "patterns: create",
        small: 100,
        make: |count| written(count, letters, "éé"),
        budget: Budget::new(60, 1500),
    },
    Shape {
        name: "patterns: create, long texts",
        small: 10,
        make: |count| written(count, letters, &"é".repeat(500)),
        // The automata of a schema.
        budget: Budget::new(20, 100).beside(10 << 20),
    },
    Shape {
        name: "classes: create",
        small: 100,
        make: |count| written(count, classes, "éé"),
        budget: Budget::new(60, 1500),
    },
    Shape {
        name: "alternatives: create",
        small: 100,
        make: |count| written(count, alternatives, "aaaaéé"),
        budget: Budget::new(60, 1500),
    },
    Shape {
        name: "alternatives: create, long texts",
        small: 10,
        make: |count| written(count, alternatives, &"ab".repeat(250)),
        budget: Budget::new(20, 500).beside(10 << 20),
    },
];
