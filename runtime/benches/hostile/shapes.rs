//! Objects that are made to take long, and a definition that has a field for each of them.

use crd_schema::ServedVersion;
use crd_schema::serve::{Limits, ServeOptions};
use serde_json::{Value, json};

/// A way to make an object hard to handle.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) name: &'static str,
    field: &'static str,
    schema: fn() -> Value,
    /// The steps that it is hard for by themselves, besides whole writes.
    pub(crate) alone: &'static [&'static str],
    /// A value of the field that has about so many bytes.
    value: fn(usize) -> Value,
}

pub(crate) const SHAPES: [Shape; 18] = [
    // Items of a list with keys, all of one key.
    Shape {
        name: "equal keys",
        field: "map",
        schema: keyed,
        alone: &["prune", "default", "mutability"],
        value: |bytes| list(bytes, 20, |index| json!({"k": "same", "v": index})),
    },
    // Keys that are alike but for their ends.
    Shape {
        name: "near keys",
        field: "map",
        schema: keyed,
        alone: &["prune", "default", "mutability"],
        value: |bytes| list(bytes, 70, |index| json!({"k": near(index), "v": index})),
    },
    // Three fields are the key, and only all of them together tell items apart.
    Shape {
        name: "compound keys",
        field: "compound",
        schema: compound,
        alone: &["prune", "mutability"],
        value: |bytes| {
            list(bytes, 30, |index| json!({"a": index % 97, "b": "x", "c": index / 97, "v": index}))
        },
    },
    // A set of strings that are alike but for their ends.
    Shape {
        name: "set",
        field: "set",
        schema: || set(&text()),
        alone: &[],
        value: |bytes| list(bytes, 51, |index| near(index).into()),
    },
    Shape {
        name: "equal set",
        field: "set",
        schema: || set(&text()),
        alone: &[],
        value: |bytes| list(bytes, 7, |_| "same".into()),
    },
    Shape {
        name: "object set",
        field: "objects",
        schema: objects,
        alone: &[],
        value: |bytes| list(bytes, 40, |index| json!({"a": index, "b": "x", "c": [index]})),
    },
    Shape {
        name: "list set",
        field: "lists",
        schema: || set(&json!({"type": "array", "x-kubernetes-list-type": "atomic", "items": integer()})),
        alone: &[],
        value: |bytes| list(bytes, 12, |index| json!([index, 1])),
    },
    // Junctors in junctors, none of which holds.
    Shape {
        name: "junctors",
        field: "junctors",
        schema: junctors,
        alone: &["prune"],
        value: |bytes| list(bytes, 24, |index| json!({"a": index, "b": index})),
    },
    Shape {
        name: "unique items",
        field: "unique",
        schema: || json!({"type": "array", "uniqueItems": true, "items": integer()}),
        alone: &[],
        value: |bytes| list(bytes, 8, Value::from),
    },
    // One long text for a pattern that makes others search back.
    Shape {
        name: "pattern",
        field: "patterns",
        schema: || json!({"type": "array", "items": {"type": "string", "pattern": "^(a|b|ab)*c$"}}),
        alone: &[],
        value: |bytes| json!(["ab".repeat(bytes / 2)]),
    },
    // Strings for many patterns, each of which would be a large automaton.
    Shape {
        name: "letters",
        field: "letters",
        schema: letters,
        alone: &[],
        value: |bytes| list(bytes, 12, |_| "éßüâê".into()),
    },
    Shape {
        name: "unknown",
        field: "closed",
        schema: || json!({"type": "object", "properties": {"known": integer()}}),
        alone: &["prune"],
        value: |bytes| (0..bytes / 20).map(|index| (format!("unknown{index}"), json!(index))).collect(),
    },
    // Nothing has the type that it should have.
    Shape {
        name: "wrong types",
        field: "strings",
        schema: strings,
        alone: &[],
        value: |bytes| list(bytes, 8, Value::from),
    },
    // The same below a key that is half of the object.
    Shape {
        name: "long key",
        field: "long",
        schema: || json!({"type": "object", "additionalProperties": strings()}),
        alone: &["prune"],
        value: |bytes| json!({"k".repeat(bytes / 2): vec![1; bytes / 4]}),
    },
    // Lists as deep as they may be.
    Shape {
        name: "deep",
        field: "any",
        schema: || json!({"x-kubernetes-preserve-unknown-fields": true}),
        alone: &["prune"],
        value: |bytes| list(bytes, 482, |_| (0..240).fold(json!(1), |inner, _| Value::Array(vec![inner]))),
    },
    // Items without what has a default.
    Shape {
        name: "defaults",
        field: "defaults",
        schema: defaults,
        alone: &["default"],
        value: |bytes| list(bytes, 57, |index| json!({"s": near(index)})),
    },
    Shape {
        name: "nulls",
        field: "defaults",
        schema: defaults,
        alone: &["prune", "default"],
        value: |bytes| list(bytes, 22, |_| json!({"p": null, "q": null})),
    },
    Shape {
        name: "entries",
        field: "entries",
        schema: || json!({"type": "object", "additionalProperties": item()}),
        alone: &["prune", "default", "mutability"],
        value: |bytes| (0..bytes / 25).map(|index| (format!("entry{index}"), json!({"v": 1}))).collect(),
    },
];

impl Shape {
    pub(crate) fn named(name: &str) -> Self {
        SHAPES.into_iter().find(|shape| shape.name == name).expect("a shape")
    }

    pub(crate) fn object(self, bytes: usize) -> Value {
        let mut object =
            json!({"apiVersion": "example.com/v1", "kind": "Job", "metadata": {"name": "a"}, "spec": {}});
        // A macro would copy it.
        object["spec"][self.field] = (self.value)(bytes);
        object
    }
}

/// The schema of all shapes.
pub(crate) fn schema() -> Value {
    let fields = SHAPES.into_iter().map(|shape| (shape.field.to_owned(), (shape.schema)()));
    let spec: Value = fields.collect();
    json!({"type": "object", "properties": {"spec": {"type": "object", "properties": spec}}})
}

pub(crate) fn served() -> ServedVersion {
    let crd = json!({"spec": {
        "group": "example.com",
        "names": {"kind": "Job", "plural": "jobs"},
        "versions": [{"name": "v1", "schema": {"openAPIV3Schema": schema()}}],
    }});
    let crd = serde_json::from_value(crd).expect("a definition");
    // Larger bodies than a server reads are measured, too.
    let options = ServeOptions::default().limits(Limits::default().body(usize::MAX));
    ServedVersion::with_options(&crd, "v1", options).expect("a version")
}

fn list(bytes: usize, length: usize, item: impl Fn(usize) -> Value) -> Value {
    (0..bytes / length).map(item).collect()
}

fn near(index: usize) -> String {
    format!("{}{index:08}", "a".repeat(40))
}

fn integer() -> Value {
    json!({"type": "integer"})
}

fn text() -> Value {
    json!({"type": "string"})
}

fn strings() -> Value {
    json!({"type": "array", "items": text()})
}

fn set(items: &Value) -> Value {
    json!({"type": "array", "x-kubernetes-list-type": "set", "items": items})
}

fn item() -> Value {
    json!({"type": "object", "required": ["k"], "properties": {
        "k": {"type": "string", "default": "none"},
        "v": {"type": "integer", "x-kubernetes-mutability": "Immutable"},
    }})
}

fn keyed() -> Value {
    json!({
        "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items": item(),
        "x-kubernetes-key-mutability": "AddOnly",
    })
}

fn compound() -> Value {
    json!({
        "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a", "b", "c"],
        "items": {"type": "object", "required": ["a", "b", "c"], "properties": {
            "a": integer(), "b": text(), "c": integer(),
            "v": {"type": "integer", "x-kubernetes-mutability": "Immutable"},
        }},
    })
}

fn objects() -> Value {
    set(&json!({"type": "object", "x-kubernetes-map-type": "atomic", "properties": {
        "a": integer(), "b": text(),
        "c": {"type": "array", "x-kubernetes-list-type": "atomic", "items": integer()},
    }}))
}

fn letters() -> Value {
    let pattern = |index: usize| json!({"pattern": format!(r"^[\p{{L}}\p{{N}}_-]{{1,250}}x{{0,{index}}}$")});
    let all: Vec<_> = (2..22).map(pattern).collect();
    json!({"type": "array", "items": {"type": "string", "allOf": all}})
}

fn junctors() -> Value {
    let branch = |name: &str| json!({"properties": {name: {"minimum": 1_000_000_000}}});
    let nested = json!({"anyOf": [
        branch("a"),
        {"allOf": [branch("b"), branch("a")]},
        {"not": {"anyOf": [{"required": ["a"]}, branch("b")]}},
    ]});
    json!({"type": "array", "items": {
        "type": "object",
        "properties": {"a": integer(), "b": integer()},
        "oneOf": [nested, branch("b"), {"not": {"required": ["b"]}}],
    }})
}

fn defaults() -> Value {
    json!({"type": "array", "items": {"type": "object", "properties": {
        "p": {"type": "string", "default": "TCP"}, "q": {"type": "integer", "default": 1}, "s": text(),
    }}})
}
