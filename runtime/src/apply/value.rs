//! Values as structured-merge-diff orders, compares and prints them.
//!
//! Source: `structured-merge-diff value/{value,list,map}.go`; strings in keys as `json-iterator` writes them.
//!
//! Knows nothing of: paths, types.

use std::cmp::Ordering;
use std::fmt::{self, Write as _};

use serde_json::{Map, Value};

use crate::go_text::{Plain, quoted, write_json_with};
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
        Value::Number(_) => Plain(value).to_string(),
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

/// A value as `json-iterator` writes it with the settings of the standard library.
pub(super) struct JsonValue<'v>(pub(super) &'v Value);

impl fmt::Display for JsonValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_json_with(f, self.0, |f, string| write_string(f, string, Escapes::Html))
    }
}

/// The name of a key field as `json-iterator` writes it.
pub(super) struct JsonName<'n>(pub(super) &'n str);

impl fmt::Display for JsonName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_string(f, self.0, Escapes::Plain)
    }
}

/// What a string escapes beside quotes and control characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Escapes {
    /// `<`, `>`, `&` and two separators of lines.
    Html,
    /// Nothing.
    Plain,
}

/// **Quirk**: other than `encoding/json` it has no `\b` and `\f` (`json-iterator stream_str.go`).
fn write_string(f: &mut fmt::Formatter<'_>, string: &str, escapes: Escapes) -> fmt::Result {
    f.write_char('"')?;
    for character in string.chars() {
        match character {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '\0'..='\u{1f}' => write!(f, "\\u{:04x}", u32::from(character))?,
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' if escapes == Escapes::Html => {
                write!(f, "\\u{:04x}", u32::from(character))?;
            }
            character => f.write_char(character)?,
        }
    }
    f.write_char('"')
}
