//! Values as structured-merge-diff orders, compares and prints them.
//!
//! Source: `structured-merge-diff value/{value,list,map}.go`; strings in keys as `json-iterator` writes them.
//!
//! Knows nothing of: paths, types.

use std::cmp::Ordering;
use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::go_text::{json_float, quoted, write_value};
use crate::number::Number;

/// `value.Compare`: numbers come before strings, booleans, lists, maps and null.
pub(super) fn compare(left: &Value, right: &Value) -> Ordering {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            compare_numbers(Number::read(left), Number::read(right))
        }
        (Value::String(left), Value::String(right)) => left.cmp(right),
        (Value::Bool(left), Value::Bool(right)) => left.cmp(right),
        (Value::Array(left), Value::Array(right)) => {
            let unequal =
                left.iter().zip(right).map(|(left, right)| compare(left, right)).find(|o| o.is_ne());
            unequal.unwrap_or_else(|| left.len().cmp(&right.len()))
        }
        (Value::Object(left), Value::Object(right)) => compare_maps(left, right),
        _ => rank(left).cmp(&rank(right)),
    }
}

fn rank(value: &Value) -> u8 {
    match value {
        Value::Number(_) => 0,
        Value::String(_) => 1,
        Value::Bool(_) => 2,
        Value::Array(_) => 3,
        Value::Object(_) => 4,
        Value::Null => 5,
    }
}

#[expect(clippy::cast_precision_loss, reason = "as upstream compares an integer with a float")]
fn compare_numbers(left: Number, right: Number) -> Ordering {
    let float = |number| match number {
        Number::Integer(integer) => integer as f64,
        Number::Float(float) => float,
    };
    match (left, right) {
        (Number::Integer(left), Number::Integer(right)) => left.cmp(&right),
        (left, right) => float(left).partial_cmp(&float(right)).unwrap_or(Ordering::Equal),
    }
}

/// **Quirk**: the map that ends first is the smaller one, and then the one with a name that the other lacks is the
/// smaller one, too (`MapCompareUsing` in `value/map.go`).
fn compare_maps(left: &Map<String, Value>, right: &Map<String, Value>) -> Ordering {
    let mut names: Vec<_> = left.keys().chain(right.keys()).collect();
    names.sort_unstable();
    names.dedup();
    for (position, name) in names.into_iter().enumerate() {
        let order = match (left.get(name), right.get(name)) {
            _ if position == left.len() => Ordering::Less,
            _ if position == right.len() => Ordering::Greater,
            (None, _) => Ordering::Greater,
            (_, None) => Ordering::Less,
            (Some(left), Some(right)) => compare(left, right),
        };
        if order.is_ne() {
            return order;
        }
    }
    Ordering::Equal
}

/// `value.Equals`: numbers are equal when their values are, whole or not.
pub(super) fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            compare_numbers(Number::read(left), Number::read(right)).is_eq()
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| equal(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            let same =
                |(name, left): (&String, &Value)| right.get(name).is_some_and(|right| equal(left, right));
            left.len() == right.len() && left.iter().all(same)
        }
        _ => left == right,
    }
}

/// `value.ToString`, which messages show in paths.
pub(super) fn printed(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(_) => Scalar(value).to_string(),
        Value::String(string) => quoted(string),
        Value::Array(items) => format!("[{}]", items.iter().map(printed).collect::<Vec<_>>().join(",")),
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_unstable_by_key(|(name, _)| *name);
            let fields: Vec<_> =
                fields.into_iter().map(|(name, value)| format!("{name}={}", printed(value))).collect();
            fields.concat()
        }
    }
}

struct Scalar<'v>(&'v Value);

impl std::fmt::Display for Scalar<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write_value(f, self.0)
    }
}

/// What a JSON string escapes beside quotes and control characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escapes {
    /// `<`, `>`, `&` and two separators of lines: values.
    Html,
    /// Nothing: names.
    Plain,
}

/// Writes JSON as `json-iterator` does with the settings of the standard library.
pub(super) fn write_json(out: &mut String, value: &Value) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
        Value::Number(number) => match Number::read(number) {
            Number::Integer(integer) => {
                let _ = write!(out, "{integer}");
            }
            Number::Float(float) => out.push_str(&json_float(float)),
        },
        Value::String(string) => write_json_string(out, string, Escapes::Html),
        Value::Array(items) => {
            out.push('[');
            for (position, item) in items.iter().enumerate() {
                out.push_str(if position == 0 { "" } else { "," });
                write_json(out, item);
            }
            out.push(']');
        }
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_unstable_by_key(|(name, _)| *name);
            out.push('{');
            for (position, (name, value)) in fields.into_iter().enumerate() {
                out.push_str(if position == 0 { "" } else { "," });
                write_json_string(out, name, Escapes::Html);
                out.push(':');
                write_json(out, value);
            }
            out.push('}');
        }
    }
}

pub(super) fn write_json_string(out: &mut String, string: &str, escapes: Escapes) {
    out.push('"');
    for character in string.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..='\u{1f}' => drop(write!(out, "\\u{:04x}", u32::from(character))),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' if escapes == Escapes::Html => {
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            character => out.push(character),
        }
    }
    out.push('"');
}
