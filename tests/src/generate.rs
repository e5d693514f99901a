//! Random schemas and objects, drawn from tapes of bytes.
//!
//! A tape that is shorter, or has smaller bytes, gives simpler things, so that what shrinks a tape shrinks what is made
//! from it.

use serde_json::{Map, Value, json};

/// Bytes to make decisions with; after its end every decision is the first one.
#[derive(Clone, Debug)]
pub struct Tape<'b> {
    rest: &'b [u8],
}

impl<'b> Tape<'b> {
    /// A tape from its beginning.
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { rest: bytes }
    }

    /// One of `0..count`; `count` is at least one.
    pub fn choose(&mut self, count: usize) -> usize {
        let Some((first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        usize::from(*first) % count
    }

    /// True in `part` of `whole` decisions.
    pub(crate) fn rarely(&mut self, part: usize, whole: usize) -> bool {
        self.choose(whole) >= whole - part
    }

    /// One of them.
    pub fn pick<'i, T: ?Sized>(&mut self, items: &[&'i T]) -> &'i T {
        items[self.choose(items.len())]
    }
}

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// Where a node stands, which decides about its markers.
#[derive(Clone, Copy, PartialEq)]
enum Slot {
    Property,
    Element,
}

/// A structural schema of a whole resource, with mutability markers at legal places.
pub fn schema(tape: &mut Tape<'_>) -> Value {
    let mut root = json!({"type": "object", "properties": properties(tape, 3)});
    if tape.rarely(1, 8) {
        root["x-kubernetes-preserve-unknown-fields"] = true.into();
    }
    root
}

fn properties(tape: &mut Tape<'_>, depth: usize) -> Value {
    let count = 1 + tape.choose(3);
    let property = |name: &&str| ((*name).to_owned(), node(tape, depth, Slot::Property));
    Value::Object(NAMES.iter().take(count).map(property).collect())
}

fn node(tape: &mut Tape<'_>, depth: usize, slot: Slot) -> Value {
    let mut node = if depth == 0 { scalar(tape) } else { any_kind(tape, depth) };
    mark(tape, &mut node, slot);
    if tape.rarely(1, 4) {
        node["nullable"] = true.into();
    }
    if tape.rarely(1, 8) {
        let default = fitting(tape, &node, 2);
        if let Some(default) = tidy(&node, &default) {
            node["default"] = default;
        }
    }
    node
}

/// What a server would take as a default: without nulls, unknown fields and values of other types, which it refuses.
fn tidy(schema: &Value, value: &Value) -> Option<Value> {
    let property = |name: &String| schema["properties"].get(name).or(schema.get("additionalProperties"));
    match (schema["type"].as_str(), value) {
        (Some("object"), Value::Object(fields)) => {
            let tidy = |(name, value)| Some((String::clone(name), tidy(property(name)?, value)?));
            Some(Value::Object(fields.iter().filter_map(tidy).collect()))
        }
        (Some("array"), Value::Array(items)) => {
            Some(items.iter().take(1).filter_map(|item| tidy(&schema["items"], item)).collect())
        }
        (Some("string"), Value::String(_))
        | (Some("integer" | "number"), Value::Number(_))
        | (Some("boolean"), Value::Bool(_))
        | (None, Value::String(_) | Value::Number(_)) => Some(value.clone()),
        _ => None,
    }
}

fn scalar(tape: &mut Tape<'_>) -> Value {
    match tape.choose(6) {
        0 | 1 => json!({"type": "string"}),
        2 => json!({"type": "integer"}),
        3 => json!({"type": "number"}),
        4 => json!({"type": "boolean"}),
        _ => json!({"x-kubernetes-int-or-string": true}),
    }
}

fn any_kind(tape: &mut Tape<'_>, depth: usize) -> Value {
    let below = depth - 1;
    match tape.choose(21) {
        0..=3 => scalar(tape),
        4..=7 => json!({"type": "object", "properties": properties(tape, below)}),
        8 | 9 => json!({"type": "object", "additionalProperties": node(tape, below, Slot::Element)}),
        10 | 11 => array(tape, "atomic", below),
        12 | 13 => array(tape, "set", below),
        14..=16 => list_map(tape, below),
        17 => embedded(tape, below),
        18 => preserved(tape, below),
        19 => open_struct(tape, below),
        _ => match tape.choose(3) {
            0 => json!({"type": "object"}),
            1 => json!({"type": "object", "additionalProperties": false}),
            _ => json!({"type": "object", "additionalProperties": true}),
        },
    }
}

fn array(tape: &mut Tape<'_>, list_type: &str, depth: usize) -> Value {
    let mut array = json!({"type": "array", "items": node(tape, depth, Slot::Element)});
    if tape.rarely(3, 4) || list_type != "atomic" {
        array["x-kubernetes-list-type"] = list_type.into();
    }
    array
}

fn list_map(tape: &mut Tape<'_>, depth: usize) -> Value {
    let keys: Vec<_> = ["j", "k"].into_iter().take(1 + tape.choose(2)).collect();
    let mut properties = properties(tape, depth);
    for key in &keys {
        properties[*key] = key_field(tape);
    }
    let mut items = json!({"type": "object", "properties": properties});
    mark(tape, &mut items, Slot::Element);
    if tape.rarely(1, 4) {
        items["nullable"] = true.into();
    }
    json!({
        "type": "array",
        "items": items,
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": keys,
    })
}

fn key_field(tape: &mut Tape<'_>) -> Value {
    let mut field = scalar(tape);
    match tape.choose(8) {
        6 => field["nullable"] = true.into(),
        7 => {
            let default = fitting(tape, &field, 0);
            field["default"] = default;
        }
        _ => {}
    }
    field
}

fn embedded(tape: &mut Tape<'_>, depth: usize) -> Value {
    let mut resource = json!({"type": "object", "x-kubernetes-embedded-resource": true});
    if tape.rarely(1, 2) {
        resource["properties"] = properties(tape, depth);
    }
    if resource.get("properties").is_none() || tape.rarely(1, 2) {
        resource["x-kubernetes-preserve-unknown-fields"] = true.into();
    }
    resource
}

fn preserved(tape: &mut Tape<'_>, depth: usize) -> Value {
    let mut open = json!({"x-kubernetes-preserve-unknown-fields": true});
    if tape.rarely(1, 2) {
        open["type"] = "object".into();
    }
    if tape.rarely(1, 2) {
        open["properties"] = properties(tape, depth);
    }
    open
}

fn open_struct(tape: &mut Tape<'_>, depth: usize) -> Value {
    let additional = if tape.rarely(1, 4) { node(tape, depth, Slot::Element) } else { true.into() };
    json!({"type": "object", "properties": properties(tape, depth), "additionalProperties": additional})
}

/// Sets the markers that the node may have, less often where they would freeze a lot.
fn mark(tape: &mut Tape<'_>, node: &mut Value, slot: Slot) {
    const WORDS: [&str; 3] = ["Immutable", "AddOnly", "RemoveOnly"];
    let is_list = node["type"] == "array";
    let has_properties = node.get("properties").is_some();
    let is_map = node["type"] == "object" && !has_properties && node.get("additionalProperties").is_some();
    let simple = !is_list && !is_map && !has_properties;
    if tape.rarely(1, if simple { 3 } else { 10 }) {
        let free = slot == Slot::Property && !is_list && !is_map;
        let words = if free { &WORDS[..] } else { &WORDS[..1] };
        node["x-kubernetes-mutability"] = tape.pick(words).into();
    }
    if (is_list || is_map && node["additionalProperties"] != false) && tape.rarely(1, 3) {
        node["x-kubernetes-key-mutability"] = tape.pick(&WORDS).into();
    }
}

/// A whole resource: mostly what the schema asks for, with unknown fields, nulls and values of other types.
pub fn object(tape: &mut Tape<'_>, schema: &Value) -> Value {
    fields(tape, schema, 6)
}

fn value(tape: &mut Tape<'_>, schema: &Value, depth: usize) -> Value {
    match tape.choose(32) {
        28..=30 => Value::Null,
        31 => anything(tape, 2),
        _ => fitting(tape, schema, depth),
    }
}

fn fitting(tape: &mut Tape<'_>, schema: &Value, depth: usize) -> Value {
    if depth == 0 && !is_scalar(schema) {
        return if schema["type"] == "array" { json!([]) } else { json!({}) };
    }
    match schema["type"].as_str() {
        Some("string") => text(tape),
        Some("integer") => integer(tape),
        Some("number") => number(tape),
        Some("boolean") => (tape.choose(2) == 1).into(),
        Some("array") => list(tape, &schema["items"], depth - 1),
        Some(_) => fields(tape, schema, depth - 1),
        None if schema["x-kubernetes-int-or-string"] == true => int_or_string(tape),
        None if tape.rarely(1, 4) => anything(tape, 2),
        None => fields(tape, schema, depth.saturating_sub(1)),
    }
}

fn is_scalar(schema: &Value) -> bool {
    let container = matches!(schema["type"].as_str(), Some("object" | "array"));
    !container && schema["x-kubernetes-preserve-unknown-fields"] != true
}

fn text(tape: &mut Tape<'_>) -> Value {
    tape.pick(&["x", "y", "", "1", "z"]).into()
}

/// A tenth of whole numbers are written as floats.
fn integer(tape: &mut Tape<'_>) -> Value {
    let integer = tape.choose(3);
    if tape.rarely(1, 10) { [0.0, 1.0, 2.0][integer].into() } else { integer.into() }
}

fn number(tape: &mut Tape<'_>) -> Value {
    match tape.choose(8) {
        5 => 0.5.into(),
        6 => 1e20.into(),
        7 => (-0.0).into(),
        _ => integer(tape),
    }
}

fn int_or_string(tape: &mut Tape<'_>) -> Value {
    if tape.rarely(1, 2) { text(tape) } else { integer(tape) }
}

fn list(tape: &mut Tape<'_>, items: &Value, depth: usize) -> Value {
    (0..tape.choose(4)).map(|_| value(tape, items, depth)).collect()
}

fn fields(tape: &mut Tape<'_>, schema: &Value, depth: usize) -> Value {
    let mut object = Map::new();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        if tape.choose(4) != 3 {
            object.insert(name.clone(), value(tape, property, depth));
        }
    }
    let open = schema.get("additionalProperties").is_some()
        || schema["x-kubernetes-preserve-unknown-fields"] == true;
    let count = if open { tape.choose(4) } else { usize::from(tape.rarely(1, 16)) };
    for _ in 0..count {
        let name = tape.pick(&["x", "y", "z", "a", "p.q"]);
        let field = if schema["additionalProperties"].is_object() {
            value(tape, &schema["additionalProperties"], depth)
        } else {
            anything(tape, 2)
        };
        object.entry(name).or_insert(field);
    }
    if schema["x-kubernetes-embedded-resource"] == true {
        type_meta(tape, &mut object);
    }
    Value::Object(object)
}

fn type_meta(tape: &mut Tape<'_>, object: &mut Map<String, Value>) {
    if tape.rarely(3, 4) {
        object.insert("apiVersion".to_owned(), text(tape));
        object.insert("kind".to_owned(), text(tape));
    }
    let metadata = match tape.choose(8) {
        0..=3 => return,
        4 => json!({"name": text(tape)}),
        5 => json!({"labels": {"l": text(tape)}}),
        6 => json!({"annotations": {"l": text(tape)}, "creationTimestamp": null, "unknown": 1}),
        _ => Value::Null,
    };
    object.insert("metadata".to_owned(), metadata);
}

/// Any JSON.
pub fn anything(tape: &mut Tape<'_>, depth: usize) -> Value {
    match tape.choose(if depth == 0 { 5 } else { 8 }) {
        0 => Value::Null,
        1 => true.into(),
        2 => text(tape),
        3 => number(tape),
        4 => integer(tape),
        5 => (0..tape.choose(3)).map(|_| anything(tape, depth - 1)).collect(),
        _ => {
            let field = |_| (tape.pick(&NAMES).to_owned(), anything(tape, depth - 1));
            let count = 2;
            Value::Object((0..count).map(field).collect())
        }
    }
}

/// The object after a few changes: something dropped, added, changed, reordered, repeated, nulled or out of type.
pub fn mutated(tape: &mut Tape<'_>, schema: &Value, object: &Value) -> Value {
    let mut object = object.clone();
    for _ in 0..tape.choose(7) {
        change_below(tape, schema, &mut object);
    }
    if tape.rarely(1, 3) {
        toggle_nulls(tape, schema, &mut object);
    }
    object
}

/// In declared properties null and absence mean the same: changes one into the other all over the object.
fn toggle_nulls(tape: &mut Tape<'_>, schema: &Value, value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| toggle_nulls(tape, &schema["items"], item)),
        Value::Object(fields) => {
            for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                if fields.get(name) == Some(&Value::Null) {
                    fields.remove(name);
                } else if property["nullable"] == true && tape.rarely(1, 2) {
                    fields.entry(name.as_str()).or_insert(Value::Null);
                }
            }
            for (name, value) in fields.iter_mut() {
                let below = schema["properties"].get(name).unwrap_or(&schema["additionalProperties"]);
                toggle_nulls(tape, below, value);
            }
        }
        _ => {}
    }
}

fn change(tape: &mut Tape<'_>, schema: &Value, value: &mut Value) {
    let is_container = value.is_array() || value.is_object();
    if is_container && tape.choose(6) != 5 {
        return change_below(tape, schema, value);
    }
    *value = match tape.choose(8) {
        6 => Value::Null,
        7 => anything(tape, 2),
        _ => respelled(tape, value).unwrap_or_else(|| fitting(tape, schema, 3)),
    };
}

/// The same number written otherwise.
fn respelled(tape: &mut Tape<'_>, value: &Value) -> Option<Value> {
    let number = value.as_f64().filter(|_| tape.rarely(1, 3))?;
    Some(number.into())
}

fn change_below(tape: &mut Tape<'_>, schema: &Value, value: &mut Value) {
    match value {
        Value::Object(fields) => change_fields(tape, schema, fields),
        Value::Array(items) => change_items(tape, &schema["items"], items),
        _ => change(tape, schema, value),
    }
}

fn change_fields(tape: &mut Tape<'_>, schema: &Value, fields: &mut Map<String, Value>) {
    let declared = schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone());
    let mut names: Vec<_> = fields.keys().cloned().chain(declared).collect();
    if schema.get("additionalProperties").is_some() {
        names.push("x".to_owned());
    }
    if names.is_empty() {
        return;
    }
    let name = names.swap_remove(tape.choose(names.len()));
    let below = match schema["properties"].get(&name) {
        Some(property) => property,
        None => &schema["additionalProperties"],
    };
    match fields.get_mut(&name) {
        // Null and absence often mean the same.
        Some(Value::Null) if tape.rarely(1, 2) => drop(fields.remove(&name)),
        Some(_) if tape.rarely(1, 5) => drop(fields.remove(&name)),
        Some(value) => change(tape, below, value),
        None if tape.rarely(1, 4) => drop(fields.insert(name, Value::Null)),
        None => drop(fields.insert(name, value(tape, below, 3))),
    }
}

fn change_items(tape: &mut Tape<'_>, schema: &Value, items: &mut Vec<Value>) {
    if items.is_empty() {
        return items.push(value(tape, schema, 3));
    }
    let index = tape.choose(items.len());
    match tape.choose(10) {
        0 => items.push(value(tape, schema, 3)),
        1 => items.insert(0, value(tape, schema, 3)),
        2 => drop(items.remove(index)),
        3 => items.push(items[index].clone()),
        4 => items.reverse(),
        5 => items.rotate_left(index),
        _ => change(tape, schema, &mut items[index]),
    }
}
