//! Random schemas with markers that a server would take, and updates of their objects.
//!
//! Unlike [`generate`](crate::generate), which draws whatever is structural, this keeps to what CRD validation accepts, so
//! that a refusal of the lowered schema is an error of lowering.

mod object;
mod seen;
mod stored;

use serde_json::{Map, Value, json};

use crate::generate::Tape;
use object::fitting;

pub use object::{object, updated};
pub use seen::{Anchors, plain, seen};
pub use stored::{duplicated, misfit, other_version, respelled, without_news};

const NAMES: [&str; 9] = ["a", "b", "namespace", "x-y", "a.b", "q__dot__r", "c_d", "p/q", "1st"];
const KEYS: [&str; 3] = ["k", "namespace", "j"];
const WORDS: [&str; 3] = ["Immutable", "AddOnly", "RemoveOnly"];
const STRINGS: [&str; 5] = ["x", "y", "", "1", "zz"];

/// A schema of a whole resource.
pub fn schema(tape: &mut Tape<'_>) -> Value {
    let mut spec = json!({"type": "object"});
    fill(tape, &mut spec, 3);
    let mut root = json!({"type": "object", "properties": {"spec": spec}});
    if tape.choose(3) != 2 {
        root["required"] = json!(["spec"]);
    }
    root
}

/// Gives an object fields.
fn fill(tape: &mut Tape<'_>, node: &mut Value, depth: usize) {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for _ in 0..=tape.choose(3) {
        let names = if tape.rarely(1, 12) { 9 } else { 8 };
        let name = NAMES[tape.choose(names)];
        let mut field = any(tape, depth);
        mark(tape, &mut field, true);
        decorate(tape, &mut field);
        if tape.rarely(1, 3) {
            required.push(name);
        }
        properties.insert(name.to_owned(), field);
    }
    required.sort_unstable();
    required.dedup();
    node["properties"] = Value::Object(properties);
    if !required.is_empty() {
        node["required"] = json!(required);
    }
}

/// Nullable, or with a default.
fn decorate(tape: &mut Tape<'_>, field: &mut Value) {
    if tape.rarely(1, 5) {
        field["nullable"] = true.into();
    }
    if tape.rarely(1, 8)
        && let Some(default) = default(tape, field)
    {
        field["default"] = default;
    }
}

/// A value that a server takes for a default: what fits, and is not pruned.
fn default(tape: &mut Tape<'_>, field: &Value) -> Option<Value> {
    match field["type"].as_str() {
        _ if is_scalar(field) => Some(fitting(tape, field, 0)),
        Some("array") => Some(json!([])),
        Some("object") if field.get("required").is_none() && !is_embedded(field) => Some(json!({})),
        _ => None,
    }
}

fn is_embedded(node: &Value) -> bool {
    node["x-kubernetes-embedded-resource"] == true
}

fn is_scalar(node: &Value) -> bool {
    node["x-kubernetes-int-or-string"] == true
        || matches!(node["type"].as_str(), Some("string" | "integer" | "number" | "boolean"))
}

fn scalar(tape: &mut Tape<'_>) -> Value {
    match tape.choose(10) {
        0..=3 => text(tape),
        4 | 5 => json!({"type": "integer"}),
        6 => json!({"type": "number"}),
        7 => json!({"type": "boolean"}),
        8 => {
            let mut either = json!({"x-kubernetes-int-or-string": true});
            if tape.rarely(1, 2) {
                either["maxLength"] = 12.into();
            }
            either
        }
        _ => json!({"type": "string", "format": tape.pick(&["date-time", "duration", "byte"])}),
    }
}

fn text(tape: &mut Tape<'_>) -> Value {
    match tape.choose(8) {
        7 => json!({"type": "string"}),
        6 => json!({"type": "string", "enum": STRINGS}),
        5 => json!({"type": "string", "maxLength": 253}),
        _ => json!({"type": "string", "maxLength": 20}),
    }
}

fn any(tape: &mut Tape<'_>, depth: usize) -> Value {
    if depth == 0 {
        return scalar(tape);
    }
    match tape.choose(17) {
        0..=3 => scalar(tape),
        4..=6 => {
            let mut node = json!({"type": "object"});
            fill(tape, &mut node, depth - 1);
            node
        }
        7 | 8 => map(tape, depth - 1),
        9 | 10 => atomic(tape, depth - 1),
        11 | 12 => set(tape),
        13 | 14 => list_map(tape, depth - 1),
        15 => embedded(tape, depth - 1),
        _ => odd(tape),
    }
}

fn map(tape: &mut Tape<'_>, depth: usize) -> Value {
    let values = element(tape, depth);
    let mut map = json!({"type": "object", "additionalProperties": values});
    bound(tape, &mut map, "maxProperties");
    if tape.rarely(1, 6) {
        map["x-kubernetes-map-type"] = "atomic".into();
    }
    map
}

fn element(tape: &mut Tape<'_>, depth: usize) -> Value {
    let mut element = any(tape, depth);
    mark(tape, &mut element, false);
    if tape.rarely(1, 5) {
        element["nullable"] = true.into();
    }
    element
}

/// Without a bound many rules would be too dear.
fn bound(tape: &mut Tape<'_>, node: &mut Value, keyword: &str) {
    match tape.choose(16) {
        0..=12 => node[keyword] = (3 + tape.choose(12)).into(),
        13 => node[keyword] = 70.into(),
        14 => node[keyword] = 1000.into(),
        _ => {}
    }
}

fn atomic(tape: &mut Tape<'_>, depth: usize) -> Value {
    let items = element(tape, depth);
    let mut list = json!({"type": "array", "items": items});
    bound(tape, &mut list, "maxItems");
    if tape.rarely(1, 2) {
        list["x-kubernetes-list-type"] = "atomic".into();
    }
    list
}

fn set(tape: &mut Tape<'_>) -> Value {
    let mut items = match tape.choose(5) {
        3 => json!({"type": "object", "x-kubernetes-map-type": "atomic", "properties": {
            "a": {"type": "string", "maxLength": 20}, "b": {"type": "integer", "nullable": tape.rarely(1, 2)}}}),
        4 => json!({"type": "array", "x-kubernetes-list-type": "atomic", "maxItems": 4,
            "items": {"type": "string", "maxLength": 20}}),
        _ => scalar(tape),
    };
    mark(tape, &mut items, false);
    let mut set = json!({"type": "array", "x-kubernetes-list-type": "set", "items": items});
    bound(tape, &mut set, "maxItems");
    set
}

fn list_map(tape: &mut Tape<'_>, depth: usize) -> Value {
    let mut items = json!({"type": "object"});
    fill(tape, &mut items, depth);
    let keys: Vec<_> = KEYS.into_iter().skip(tape.choose(2)).take(1 + tape.choose(2)).collect();
    for key in &keys {
        items["properties"][*key] = match tape.choose(6) {
            0..=2 => json!({"type": "string", "maxLength": 20}),
            3 => json!({"type": "integer"}),
            4 => json!({"x-kubernetes-int-or-string": true}),
            _ => json!({"type": "number"}),
        };
    }
    require_or_default(tape, &mut items, &keys);
    mark(tape, &mut items, false);
    let mut list = json!({
        "type": "array", "items": items, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys,
    });
    bound(tape, &mut list, "maxItems");
    list
}

/// The keys of a list map must be there.
fn require_or_default(tape: &mut Tape<'_>, items: &mut Value, keys: &[&str]) {
    let mut required: Vec<_> = items["required"].as_array().cloned().unwrap_or_default();
    required.retain(|name| !keys.iter().any(|key| name == key));
    for key in keys {
        if tape.rarely(1, 8) {
            items["properties"][*key]["default"] = fitting(tape, &items["properties"][*key], 0);
        } else {
            required.push(json!(key));
        }
    }
    items["required"] = required.into();
}

/// An embedded resource with fields of its own, some of which are marked; its metadata may change at will.
fn embedded(tape: &mut Tape<'_>, depth: usize) -> Value {
    let mut node = json!({"type": "object", "x-kubernetes-embedded-resource": true});
    fill(tape, &mut node, depth);
    if tape.rarely(1, 3) {
        node["x-kubernetes-preserve-unknown-fields"] = true.into();
    }
    if tape.rarely(1, 3) {
        let mut name = json!({"type": "string", "maxLength": 20});
        if tape.rarely(1, 3) {
            name["x-kubernetes-mutability"] = tape.pick(&WORDS).into();
        }
        node["properties"]["metadata"] = json!({"type": "object", "properties": {"name": name}});
    }
    node
}

/// What CEL does not see, or not wholly.
fn odd(tape: &mut Tape<'_>) -> Value {
    match tape.choose(4) {
        0 => json!({"x-kubernetes-preserve-unknown-fields": true}),
        1 => json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true,
            "properties": {"a": {"type": "string", "maxLength": 20}}}),
        2 => json!({"type": "object", "x-kubernetes-embedded-resource": true,
            "x-kubernetes-preserve-unknown-fields": true}),
        _ => json!({"type": "object", "properties": {"raw": {"x-kubernetes-preserve-unknown-fields": true}}}),
    }
}

fn mark(tape: &mut Tape<'_>, node: &mut Value, is_field: bool) {
    let is_list = node["type"] == "array";
    let is_map = node.get("additionalProperties").is_some();
    let is_simple = is_scalar(node);
    if tape.rarely(1, if is_simple { 3 } else { 8 }) {
        let words = if is_field && !is_list && !is_map { &WORDS[..] } else { &WORDS[..1] };
        node["x-kubernetes-mutability"] = tape.pick(words).into();
    }
    if (is_list || is_map) && tape.rarely(1, 3) {
        node["x-kubernetes-key-mutability"] = tape.pick(&WORDS).into();
    }
}
