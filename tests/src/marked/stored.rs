//! How objects are sent, and what may be stored from before the schema was what it is.

use serde_json::{Map, Value, json};

use super::is_scalar;
use super::object::fitting;
use crate::generate::Tape;

/// The same object, a tenth of its whole numbers written as floats.
pub fn respelled(tape: &mut Tape<'_>, value: &Value) -> Value {
    match value {
        Value::Number(number) if tape.rarely(1, 10) => match number.as_i64() {
            Some(integer @ 0..=100) => f64::from(i32::try_from(integer).unwrap_or_default()).into(),
            _ => value.clone(),
        },
        Value::Array(items) => items.iter().map(|item| respelled(tape, item)).collect(),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| (name.clone(), respelled(tape, value));
            Value::Object(fields.iter().map(field).collect())
        }
        other => other.clone(),
    }
}

/// The object with one value of another type, as from before its schema changed.
pub fn misfit(tape: &mut Tape<'_>, value: &Value) -> Value {
    let mut places = tape.choose(12);
    let other = [json!("misfit"), json!(7), json!(true), Value::Null][tape.choose(4)].clone();
    let mut changed = value.clone();
    if let Some(spec) = changed.get_mut("spec") {
        replace_scalar(spec, &mut places, &other);
    }
    changed
}

/// Replaces the scalar so many places on; whether that is done.
fn replace_scalar(value: &mut Value, places: &mut usize, other: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter_mut().any(|item| replace_scalar(item, places, other)),
        Value::Object(fields) => fields.values_mut().any(|field| replace_scalar(field, places, other)),
        scalar if *places == 0 => {
            *scalar = other.clone();
            true
        }
        _ => {
            *places -= 1;
            false
        }
    }
}

/// The object with the first item of each set and list map twice, as from before the list had its type.
pub fn duplicated(schema: &Value, value: &Value) -> Value {
    match value {
        Value::Array(items) => {
            let mut items: Vec<_> = items.iter().map(|item| duplicated(&schema["items"], item)).collect();
            if matches!(schema["x-kubernetes-list-type"].as_str(), Some("set" | "map")) {
                items.extend(items.first().cloned());
            }
            items.into()
        }
        Value::Object(fields) => {
            let below =
                |name: &str| schema["properties"].get(name).unwrap_or(&schema["additionalProperties"]);
            let field = |(name, value): (&String, &Value)| (name.clone(), duplicated(below(name), value));
            Value::Object(fields.iter().map(field).collect())
        }
        other => other.clone(),
    }
}

/// The schema of a version before: it lacks some of the defaults, and has others.
pub fn other_version(tape: &mut Tape<'_>, schema: &Value) -> Value {
    let mut other = schema.clone();
    if let Some(items) = other.get_mut("items") {
        let mut changed = other_version(tape, items);
        for key in
            schema["x-kubernetes-list-map-keys"].as_array().into_iter().flatten().filter_map(Value::as_str)
        {
            changed["properties"][key] = items["properties"][key].clone();
        }
        *items = changed;
    }
    if let Some(values) = other.get_mut("additionalProperties") {
        *values = other_version(tape, values);
    }
    for field in
        other.get_mut("properties").and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut)
    {
        *field = other_version(tape, field);
        if field.get("default").is_none() {
            continue;
        }
        if tape.rarely(1, 3) && is_scalar(field) {
            field["default"] = fitting(tape, field, 0);
        } else if let Some(field) = field.as_object_mut() {
            field.remove("default");
        }
    }
    other
}

/// The object without some of the fields that have a default or must be there now, as from before they had or had to.
/// List map keys stay: an item without one is another deviation.
pub fn without_news(tape: &mut Tape<'_>, schema: &Value, value: &Value) -> Value {
    match value {
        Value::Array(items) => {
            let keys = schema["x-kubernetes-list-map-keys"].as_array().cloned().unwrap_or_default();
            items.iter().map(|item| without_new_fields(tape, &schema["items"], item, &keys)).collect()
        }
        _ => without_new_fields(tape, schema, value, &[]),
    }
}

fn without_new_fields(tape: &mut Tape<'_>, schema: &Value, value: &Value, kept: &[Value]) -> Value {
    let Value::Object(fields) = value else {
        return if value.is_array() { without_news(tape, schema, value) } else { value.clone() };
    };
    let mut left = Map::new();
    for (name, field) in fields {
        let declared = schema["properties"].get(name);
        let is_required =
            schema["required"].as_array().is_some_and(|all| all.iter().any(|other| other == name));
        let is_new = is_required || declared.is_some_and(|declared| declared.get("default").is_some());
        let is_kept = kept.iter().any(|key| key == name);
        if !is_new || is_kept || tape.rarely(1, 2) {
            let below = declared.unwrap_or(&schema["additionalProperties"]);
            left.insert(name.clone(), without_news(tape, below, field));
        }
    }
    left.into()
}
