//! Objects that are made to take long: ten times the size must take about ten times as long, step by step.

use std::fmt;

use crd_schema::{FieldValidation, ServedVersion};
use divan::Bencher;
use divan::counter::BytesCount;
use serde_json::{Value, json};

fn main() {
    divan::main();
}

#[derive(Clone, Copy)]
enum Shape {
    /// Items of a list with keys, all of one key.
    EqualKeys,
    /// Keys that are alike but for their ends.
    NearKeys,
    /// A set of texts that are alike but for their ends.
    Set,
    /// A set of one text.
    EqualSet,
    /// A set of objects.
    ObjectSet,
    /// Junctors in junctors, none of which holds.
    Junctors,
    UniqueItems,
    /// One long text for a pattern that makes others search back.
    Pattern,
    Unknown,
    /// Nothing has the type that it should have.
    Faults,
    /// The same below a key that is half of the object.
    LongKey,
    /// Lists as deep as they may be.
    Deep,
    /// Items without what has a default.
    Defaults,
    Nulls,
    Entries,
}

use Shape::{
    Deep, Defaults, Entries, EqualKeys, EqualSet, Faults, Junctors, LongKey, NearKeys, Nulls, ObjectSet,
    Pattern, Set, UniqueItems, Unknown,
};

const SHAPES: [Shape; 15] = [
    EqualKeys,
    NearKeys,
    Set,
    EqualSet,
    ObjectSet,
    Junctors,
    UniqueItems,
    Pattern,
    Unknown,
    Faults,
    LongKey,
    Deep,
    Defaults,
    Nulls,
    Entries,
];

impl Shape {
    const fn name(self) -> &'static str {
        match self {
            EqualKeys => "equal keys",
            NearKeys => "near keys",
            Set => "set",
            EqualSet => "equal set",
            ObjectSet => "object set",
            Junctors => "junctors",
            UniqueItems => "unique items",
            Pattern => "pattern",
            Unknown => "unknown",
            Faults => "faults",
            LongKey => "long key",
            Deep => "deep",
            Defaults => "defaults",
            Nulls => "nulls",
            Entries => "entries",
        }
    }

    /// The member, and a value of it of about so many bytes.
    fn member(self, bytes: usize) -> (&'static str, Value) {
        let list =
            |length: usize, item: &dyn Fn(usize) -> Value| (0..bytes / length).map(item).collect::<Value>();
        let text = |index: usize| format!("{}{index:08}", "a".repeat(40));
        match self {
            EqualKeys => ("map", list(20, &|index| json!({"k": "same", "v": index}))),
            NearKeys => ("map", list(70, &|index| json!({"k": text(index), "v": index}))),
            Set => ("set", list(51, &|index| text(index).into())),
            EqualSet => ("set", list(7, &|_| "same".into())),
            ObjectSet => ("objects", list(40, &|index| json!({"a": index, "b": "x", "c": [index]}))),
            Junctors => ("junctors", list(24, &|index| json!({"a": index, "b": index}))),
            UniqueItems => ("unique", list(8, &Value::from)),
            Pattern => ("patterns", json!(["ab".repeat(bytes / 2)])),
            Unknown => {
                ("closed", (0..bytes / 20).map(|index| (format!("unknown{index}"), json!(index))).collect())
            }
            Faults => ("texts", list(8, &Value::from)),
            LongKey => ("long", json!({"k".repeat(bytes / 2): vec![1; bytes / 4]})),
            Deep => ("any", list(490, &|_| (0..240).fold(json!(1), |inner, _| Value::Array(vec![inner])))),
            Defaults => ("defaults", list(57, &|index| json!({"s": text(index)}))),
            Nulls => ("defaults", list(22, &|_| json!({"p": null, "q": null}))),
            Entries => {
                ("entries", (0..bytes / 25).map(|index| (format!("entry{index}"), json!({"v": 1}))).collect())
            }
        }
    }

    fn object(self, bytes: usize) -> Value {
        let (name, value) = self.member(bytes);
        let mut object =
            json!({"apiVersion": "example.com/v1", "kind": "Job", "metadata": {"name": "a"}, "spec": {}});
        // A macro would copy it.
        object["spec"][name] = value;
        object
    }
}

/// What is run, for the table.
#[derive(Clone, Copy)]
struct Case(Shape, usize);

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} MB", self.0.name(), self.1)
    }
}

fn cases() -> impl Iterator<Item = Case> {
    SHAPES.into_iter().flat_map(|shape| [1, 10].map(|megabytes| Case(shape, megabytes)))
}

fn served() -> ServedVersion {
    let integer = json!({"type": "integer"});
    let item = json!({"type": "object", "properties": {
        "k": {"type": "string"}, "v": {"type": "integer", "x-kubernetes-mutability": "Immutable"},
    }});
    let branch = |name: &str| json!({"properties": {name: {"minimum": 1_000_000_000}}});
    let nested = json!({"anyOf": [branch("a"), {"allOf": [branch("b"), branch("a")]}, {"not": {"anyOf": [{"required": ["a"]}, branch("b")]}}]});
    let mut junctors = json!({"type": "object", "properties": {"a": integer, "b": integer}});
    junctors["oneOf"] = json!([nested, branch("b"), {"not": {"required": ["b"]}}]);
    let object = json!({"type": "object", "x-kubernetes-map-type": "atomic", "properties": {
        "a": integer, "b": {"type": "string"}, "c": {"type": "array", "items": integer},
    }});
    let defaults = json!({"type": "object", "properties": {
        "p": {"type": "string", "default": "TCP"}, "q": {"type": "integer", "default": 1}, "s": {"type": "string"},
    }});
    let texts = json!({"type": "array", "items": {"type": "string"}});
    let spec = json!({
        "map": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items": item,
            "x-kubernetes-key-mutability": "AddOnly"},
        "set": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
        "objects": {"type": "array", "x-kubernetes-list-type": "set", "items": object},
        "junctors": {"type": "array", "items": junctors},
        "unique": {"type": "array", "uniqueItems": true, "items": integer},
        "patterns": {"type": "array", "items": {"type": "string", "pattern": "^(a|b|ab)*c$"}},
        "closed": {"type": "object", "properties": {"known": integer}},
        "texts": texts,
        "long": {"type": "object", "additionalProperties": texts},
        "any": {"x-kubernetes-preserve-unknown-fields": true},
        "defaults": {"type": "array", "items": defaults},
        "entries": {"type": "object", "additionalProperties": item},
    });
    let schema = json!({"type": "object", "properties": {"spec": {"type": "object", "properties": spec}}});
    let crd = json!({"spec": {
        "group": "example.com",
        "names": {"kind": "Job", "plural": "jobs"},
        "versions": [{"name": "v1", "schema": {"openAPIV3Schema": schema}}],
    }});
    ServedVersion::new(&serde_json::from_value(crd).expect("a definition"), "v1").expect("a version")
}

#[divan::bench(args = cases(), sample_count = 3, sample_size = 1)]
fn decode(bencher: Bencher<'_, '_>, Case(shape, megabytes): Case) {
    let (served, text) = (served(), shape.object(megabytes * 1_000_000).to_string());
    let bytes = BytesCount::of_str(&text);
    bencher.counter(bytes).bench(|| served.decode_json(text.as_bytes(), FieldValidation::Warn).is_ok());
}

/// What is decoded already, judged as new; what it is refused for is told in full.
#[divan::bench(args = cases(), sample_count = 3, sample_size = 1)]
fn create(bencher: Bencher<'_, '_>, Case(shape, megabytes): Case) {
    let (served, object) = (served(), shape.object(megabytes * 1_000_000));
    let decoded = served.decode(object).expect("it can be read");
    bencher
        .with_inputs(|| decoded.clone())
        .bench_values(|decoded| served.create_decoded(decoded).map_err(drop).is_ok());
}

/// The same in the place of an old object whose lists are the other way round.
#[divan::bench(args = cases(), sample_count = 3, sample_size = 1)]
fn update(bencher: Bencher<'_, '_>, Case(shape, megabytes): Case) {
    let (served, mut object) = (served(), shape.object(megabytes * 1_000_000));
    let decoded = served.decode(object.clone()).expect("it can be read");
    for list in object["spec"].as_object_mut().into_iter().flat_map(|spec| spec.values_mut()) {
        if let Some(items) = list.as_array_mut() {
            items.reverse();
        }
    }
    let old = served.read(object).expect("it can be read");
    bencher
        .with_inputs(|| decoded.clone())
        .bench_values(|decoded| served.update_decoded(&old, decoded).map_err(drop).is_ok());
}
