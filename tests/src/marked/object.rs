//! Objects of a schema, and updates of them.

use serde_json::{Map, Value, json};

use super::seen::plain;
use super::{STRINGS, is_embedded};
use crate::generate::Tape;

/// An object of the schema.
pub fn object(tape: &mut Tape<'_>, schema: &Value) -> Value {
    fitting(tape, schema, 8)
}

fn value(tape: &mut Tape<'_>, schema: &Value, depth: usize) -> Value {
    if schema["nullable"] == true && tape.rarely(1, 4) { Value::Null } else { fitting(tape, schema, depth) }
}

pub(super) fn fitting(tape: &mut Tape<'_>, schema: &Value, depth: usize) -> Value {
    let below = depth.saturating_sub(1);
    match schema["type"].as_str() {
        Some("string") => words(tape, schema),
        Some("integer") => tape.choose(3).into(),
        Some("number") => number(tape),
        Some("boolean") => (tape.choose(2) == 1).into(),
        Some("array") => list(tape, schema, below),
        Some(_) => fields(tape, schema, below),
        None if schema["x-kubernetes-int-or-string"] == true => {
            if tape.rarely(1, 2) {
                tape.pick(&STRINGS).into()
            } else {
                tape.choose(3).into()
            }
        }
        None => anything(tape),
    }
}

/// The second spelling of each is the first one's value.
pub(super) const SPELLINGS: [(&str, &[&str]); 3] = [
    ("date-time", &["2020-01-01T00:00:00Z", "2020-01-01T01:00:00+01:00", "2021-01-01T00:00:00Z"]),
    ("duration", &["1h", "60m", "2h"]),
    ("byte", &["YQ==", "YR==", "Yg=="]),
];

fn words(tape: &mut Tape<'_>, schema: &Value) -> Value {
    let format = schema["format"].as_str().unwrap_or_default();
    match SPELLINGS.iter().find(|(name, _)| *name == format) {
        Some((_, spellings)) => spellings[[0, 2, 0, 2, 1][tape.choose(5)]].into(),
        None => tape.pick(&STRINGS).into(),
    }
}

fn number(tape: &mut Tape<'_>) -> Value {
    match tape.choose(8) {
        5 => 0.5.into(),
        6 => 9_007_199_254_740_992_i64.into(),
        7 => 9_007_199_254_740_993_i64.into(),
        _ => tape.choose(3).into(),
    }
}

fn anything(tape: &mut Tape<'_>) -> Value {
    match tape.choose(5) {
        0 => json!({"x": tape.choose(2)}),
        1 => json!({"y": tape.choose(2), "z": null}),
        2 => json!([tape.choose(2)]),
        _ => tape.pick(&STRINGS).into(),
    }
}

fn list(tape: &mut Tape<'_>, schema: &Value, depth: usize) -> Value {
    let count = tape.choose(4);
    let items = (0..count).map(|_| value(tape, &schema["items"], depth)).collect();
    distinct(schema, items).into()
}

/// Without the items whose key there is already.
fn distinct(schema: &Value, items: Vec<Value>) -> Vec<Value> {
    let mut kept: Vec<Value> = Vec::new();
    for item in items {
        if !kept.iter().any(|other| same_key(schema, other, &item)) {
            kept.push(item);
        }
    }
    kept
}

fn same_key(schema: &Value, left: &Value, right: &Value) -> bool {
    match schema["x-kubernetes-list-type"].as_str() {
        Some("set") => plain(&schema["items"], left.clone()) == plain(&schema["items"], right.clone()),
        Some("map") => {
            let keys = schema["x-kubernetes-list-map-keys"].as_array().into_iter().flatten();
            keys.filter_map(Value::as_str).all(|key| {
                let field = &schema["items"]["properties"][key];
                let component =
                    |item: &Value| plain(field, item.get(key).unwrap_or(&field["default"]).clone());
                component(left) == component(right)
            })
        }
        _ => false,
    }
}

fn fields(tape: &mut Tape<'_>, schema: &Value, depth: usize) -> Value {
    let mut object = Map::new();
    let required =
        |name: &String| schema["required"].as_array().is_some_and(|all| all.contains(&json!(name)));
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        if is_embedded(schema) && name == "metadata" {
            continue;
        }
        if required(name) || tape.choose(4) != 3 {
            object.insert(name.clone(), value(tape, field, depth));
        }
    }
    if schema["additionalProperties"].is_object() {
        for _ in 0..tape.choose(4) {
            let name = tape.pick(&["x", "y", "p.q"]);
            object.insert(name.to_owned(), value(tape, &schema["additionalProperties"], depth));
        }
    }
    if schema["x-kubernetes-preserve-unknown-fields"] == true {
        object.insert(tape.pick(&["u", "v"]).to_owned(), anything(tape));
    }
    if is_embedded(schema) {
        object.insert("apiVersion".to_owned(), "v1".into());
        object.insert("kind".to_owned(), tape.pick(&["A", "B"]).into());
        object.insert("metadata".to_owned(), metadata(tape));
    }
    Value::Object(object)
}

/// Metadata of an embedded resource, as it is written: some of it is dropped when it is read.
fn metadata(tape: &mut Tape<'_>) -> Value {
    match tape.choose(8) {
        0 => json!({}),
        1 => json!({"creationTimestamp": null, "name": "a"}),
        2 => json!({"name": "b"}),
        3 => json!({"annotations": {"l": tape.pick(&STRINGS)}}),
        4 => json!({"name": "a", "labels": {"l": "x", "m": "y"}}),
        _ => json!({"labels": {"l": tape.pick(&STRINGS)}}),
    }
}

/// The object after some changes that leave it valid.
pub fn updated(tape: &mut Tape<'_>, schema: &Value, object: &Value) -> Value {
    let mut object = object.clone();
    for _ in 0..tape.choose(4) {
        change(tape, schema, &mut object, 8);
    }
    object
}

fn change(tape: &mut Tape<'_>, schema: &Value, value: &mut Value, depth: usize) {
    let stays = tape.choose(5) != 4;
    match value {
        Value::Object(fields) if stays && is_embedded(schema) && tape.rarely(1, 3) => {
            fields.insert("metadata".to_owned(), metadata(tape));
        }
        Value::Object(fields) if stays && schema["type"] == "object" => {
            change_field(tape, schema, fields, depth);
        }
        Value::Array(items) if stays && schema["type"] == "array" => {
            change_item(tape, schema, items, depth);
            *items = distinct(schema, std::mem::take(items));
        }
        _ => *value = self::value(tape, schema, depth),
    }
}

fn change_field(tape: &mut Tape<'_>, schema: &Value, fields: &mut Map<String, Value>, depth: usize) {
    let declared = schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone());
    let declared = declared.filter(|name| !(is_embedded(schema) && name == "metadata"));
    let is_map = schema["additionalProperties"].is_object();
    let names: Vec<_> = if is_map { vec!["x".to_owned(), "y".to_owned()] } else { declared.collect() };
    if names.is_empty() {
        return;
    }
    let name = &names[tape.choose(names.len())];
    let below = if is_map { &schema["additionalProperties"] } else { &schema["properties"][name] };
    let required = schema["required"].as_array().is_some_and(|all| all.contains(&json!(name)));
    match fields.get_mut(name) {
        Some(_) if !required && tape.rarely(1, 4) => drop(fields.remove(name)),
        Some(field) => change(tape, below, field, depth.saturating_sub(1)),
        None => drop(fields.insert(name.clone(), value(tape, below, depth.saturating_sub(1)))),
    }
}

fn change_item(tape: &mut Tape<'_>, schema: &Value, items: &mut Vec<Value>, depth: usize) {
    let position = tape.choose(items.len().max(1)).min(items.len());
    match tape.choose(6) {
        0 => items.push(value(tape, &schema["items"], depth.saturating_sub(1))),
        1 if !items.is_empty() => drop(items.remove(position)),
        2 => items.reverse(),
        _ => {
            if let Some(item) = items.get_mut(position) {
                change(tape, &schema["items"], item, depth.saturating_sub(1));
            }
        }
    }
}
