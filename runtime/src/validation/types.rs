//! Whether a value is of a declared type.
//!
//! Source: `kube-openapi pkg/validation/validate/type.go`.

use serde_json::Value;

use super::node::{Node, Types};
use super::numbers::is_whole;
use crate::number::Number;

/// What is wrong with the type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TypeError {
    /// It is none of the declared types, but this one.
    Type(&'static str),
    /// **Quirk**: where a format is declared, it stands for the type, and the value has this format of its own.
    Format(&'static str),
}

/// The type of a value, its name, and the format that upstream sees in it.
fn own(value: &Value) -> (Types, &'static str, &'static str) {
    match value {
        Value::Null => (Types::NULL, "null", ""),
        Value::Bool(_) => (Types::BOOLEAN, "boolean", ""),
        Value::String(_) => (Types::STRING, "string", ""),
        Value::Array(_) => (Types::ARRAY, "array", ""),
        Value::Object(_) => (Types::OBJECT, "object", ""),
        Value::Number(number) => match Number::read(number) {
            Number::Integer(_) => (Types::INTEGER, "integer", "int64"),
            Number::Float(_) => (Types::NUMBER, "number", "float64"),
        },
    }
}

/// What is wrong with the type of the value.
pub(super) fn error(node: &Node, value: &Value) -> Option<TypeError> {
    let types = node.types;
    let (own_type, name, own_format) = own(value);
    if types.has(own_type) && node.format.is_none() {
        return None;
    }
    if value.is_null() {
        let is_allowed = types.is_empty() || types.has(Types::NULL) || node.nullable;
        return (!is_allowed).then_some(TypeError::Type(name));
    }
    if types.is_empty() && node.format.is_none() {
        return None;
    }
    let fits = types.has(own_type) || passes_for_another(types, value);
    let is_string_or_list = matches!(value, Value::String(_) | Value::Array(_));
    if let Some(format) = &node.format {
        if !is_string_or_list && !fits && *format.name != *own_format {
            return Some(TypeError::Format(own_format));
        }
        // Quirk: lists, too, pass for a string with a format.
        if is_string_or_list && !types.has(Types::NUMBER) && !types.has(Types::INTEGER) {
            return None;
        }
    }
    (!fits).then_some(TypeError::Type(name))
}

/// Integers are numbers, and floats that are whole enough are integers.
fn passes_for_another(types: Types, value: &Value) -> bool {
    let Value::Number(number) = value else { return false };
    match Number::read(number) {
        Number::Integer(_) => types.has(Types::NUMBER),
        Number::Float(float) => types.has(Types::INTEGER) && is_whole(float),
    }
}
