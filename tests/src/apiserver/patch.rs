//! What patches make of an object: the runtime validates the result only.

use serde_json::{Map, Value};

/// RFC 7386.
pub fn merge(target: &mut Value, patch: &Value) {
    let Some(fields) = patch.as_object() else {
        *target = patch.clone();
        return;
    };
    if !target.is_object() {
        *target = Value::Object(Map::new());
    }
    for (name, field) in fields {
        if field.is_null() {
            target.as_object_mut().and_then(|target| target.remove(name));
        } else {
            merge(&mut target[name.as_str()], field);
        }
    }
}

/// The operations of RFC 6902 that the tables have: `add`, `remove` and `replace`.
pub(super) fn operations(target: &mut Value, patch: &Value) {
    for operation in patch.as_array().into_iter().flatten() {
        let text = |name: &str| operation[name].as_str().unwrap_or_default();
        let (parent, last) = text("path").rsplit_once('/').unwrap_or_default();
        // What is not there is left alone: the step shows that the server did otherwise.
        let Some(parent) = target.pointer_mut(parent) else { return };
        match parent {
            Value::Array(items) => change_item(items, text("op"), last, &operation["value"]),
            Value::Object(_) if text("op") == "remove" => {
                parent.as_object_mut().and_then(|fields| fields.remove(last));
            }
            _ => parent[last] = operation["value"].clone(),
        }
    }
}

fn change_item(items: &mut Vec<Value>, operation: &str, last: &str, value: &Value) {
    let index = last.parse().unwrap_or(items.len());
    match operation {
        "add" => items.insert(index.min(items.len()), value.clone()),
        "replace" if index < items.len() => items[index] = value.clone(),
        "remove" if index < items.len() => {
            items.remove(index);
        }
        _ => {}
    }
}
