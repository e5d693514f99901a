//! Fields of `metadata`, read and set in place.

use serde_json::{Map, Value};

/// A string of the metadata; empty when there is none.
pub(crate) fn text<'o>(object: &'o Value, name: &str) -> &'o str {
    field(object, name).and_then(Value::as_str).unwrap_or_default()
}

/// The strings of a list in the metadata.
pub(crate) fn strings<'o>(object: &'o Value, name: &str) -> Vec<&'o str> {
    let items = field(object, name).and_then(Value::as_array);
    items.into_iter().flatten().filter_map(Value::as_str).collect()
}

/// An integer of the metadata; 0 when there is none.
pub(crate) fn integer(object: &Value, name: &str) -> i64 {
    field(object, name).and_then(Value::as_i64).unwrap_or_default()
}

/// A field of the metadata.
pub(crate) fn field<'o>(object: &'o Value, name: &str) -> Option<&'o Value> {
    object.get("metadata")?.get(name)
}

/// Sets a field of the metadata, which comes into being when there is none.
pub(crate) fn set(object: &mut Value, name: &str, value: impl Into<Value>) {
    let Some(fields) = object.as_object_mut() else { return };
    let metadata = fields.entry("metadata").or_insert_with(|| Map::new().into());
    if let Some(metadata) = metadata.as_object_mut() {
        metadata.insert(name.to_owned(), value.into());
    }
}

/// Removes a field of the metadata.
pub(crate) fn remove(object: &mut Value, name: &str) {
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.remove(name);
    }
}

/// Makes a field of the metadata what it is in another object.
pub(crate) fn copy(object: &mut Value, from: &Value, name: &str) {
    match field(from, name) {
        Some(value) => set(object, name, value.clone()),
        None => remove(object, name),
    }
}
