//! Values as Go prints them in error messages.
//!
//! Source: `apimachinery pkg/util/validation/field/errors.go`, `ErrorBody`; Go's `strconv.Quote` and
//! `encoding/json`.
//!
//! Knows nothing of: schemas, paths.

use std::fmt::{self, Write as _};
use std::ops::Range;

use crd_schema_go::number;
use serde_json::{Map, Value};

#[cfg(feature = "serve")]
pub(crate) use crd_schema_go::quote::is_print;
pub(crate) use crd_schema_go::quote::{quoted, write_quoted};

use crate::number::Number;

/// A value as a field error prints it: scalars plainly, strings quoted, the rest as Go's JSON.
pub(crate) fn write_value(f: &mut fmt::Formatter<'_>, value: &Value) -> fmt::Result {
    match value {
        Value::String(string) => write_quoted(f, string),
        Value::Number(number) => match Number::read(number) {
            Number::Integer(integer) => write!(f, "{integer}"),
            Number::Float(float) => f.write_str(&plain_float(float)),
        },
        other => write_json(f, other),
    }
}

/// `%v` of a float: shortest digits, exponent below 1e-4 and from 1e6 on.
fn plain_float(float: f64) -> String {
    with_exponent(float, 1e-4..1e6)
}

/// A float in Go's JSON: as `%v`, but the exponent starts below 1e-6 and at 1e21, and loses a leading zero.
pub(crate) fn json_float(float: f64) -> String {
    with_exponent(float, 1e-6..1e21).replace("e-0", "e-")
}

fn with_exponent(float: f64, without: Range<f64>) -> String {
    let size = float.abs();
    if size == 0.0 || without.contains(&size) { number::format_f(float) } else { number::format_e(float) }
}

/// Writes a JSON string.
type WriteString = fn(&mut fmt::Formatter<'_>, &str) -> fmt::Result;

pub(crate) fn write_json(f: &mut fmt::Formatter<'_>, value: &Value) -> fmt::Result {
    write_json_with(f, value, write_json_string)
}

/// A value in Go's JSON, with strings as another library than `encoding/json` writes them.
pub(crate) fn write_json_with(f: &mut fmt::Formatter<'_>, value: &Value, string: WriteString) -> fmt::Result {
    match value {
        Value::Null => f.write_str("null"),
        Value::Bool(flag) => write!(f, "{flag}"),
        Value::Number(number) => match Number::read(number) {
            Number::Integer(integer) => write!(f, "{integer}"),
            Number::Float(float) => f.write_str(&json_float(float)),
        },
        Value::String(value) => string(f, value),
        Value::Array(items) => write_list(f, '[', ']', items, |f, item| write_json_with(f, item, string)),
        Value::Object(fields) => write_list(f, '{', '}', sorted(fields), |f, (key, value)| {
            string(f, key)?;
            f.write_char(':')?;
            write_json_with(f, value, string)
        }),
    }
}

/// Fields as Go prints them, whatever order `serde_json` keeps.
fn sorted(fields: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut sorted: Vec<_> = fields.iter().collect();
    sorted.sort_unstable_by_key(|(name, _)| *name);
    sorted
}

/// `%v` of a decoded JSON value.
pub(crate) struct Plain<'v>(pub(crate) &'v Value);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Null => f.write_str("<nil>"),
            Value::Bool(_) | Value::Number(_) => write_value(f, self.0),
            Value::String(string) => f.write_str(string),
            Value::Array(items) => {
                f.write_str("[")?;
                for (position, item) in items.iter().enumerate() {
                    let space = if position == 0 { "" } else { " " };
                    write!(f, "{space}{}", Plain(item))?;
                }
                f.write_str("]")
            }
            Value::Object(fields) => {
                f.write_str("map[")?;
                for (position, (key, value)) in sorted(fields).into_iter().enumerate() {
                    let space = if position == 0 { "" } else { " " };
                    write!(f, "{space}{key}:{}", Plain(value))?;
                }
                f.write_str("]")
            }
        }
    }
}

/// `%#v` of a decoded JSON value.
pub(crate) struct GoSyntax<'v>(pub(crate) &'v Value);

impl fmt::Display for GoSyntax<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Null => f.write_str("interface {}(nil)"),
            Value::Bool(_) | Value::Number(_) | Value::String(_) => write_value(f, self.0),
            Value::Array(items) => {
                f.write_str("[]interface {}{")?;
                write_separated(f, items, |f, item| write!(f, "{}", GoSyntax(item)))
            }
            Value::Object(fields) => {
                f.write_str("map[string]interface {}{")?;
                write_separated(f, sorted(fields), |f, (key, value)| {
                    write_quoted(f, key)?;
                    write!(f, ":{}", GoSyntax(value))
                })
            }
        }
    }
}

/// `%#v` of a list of strings, which is nil when the value is no list.
pub(crate) fn go_strings(value: &Value) -> String {
    let Value::Array(items) = value else { return "[]string(nil)".to_owned() };
    let strings: Vec<_> = items.iter().filter_map(Value::as_str).map(quoted).collect();
    format!("[]string{{{}}}", strings.join(", "))
}

/// `%s` of a time that RFC 3339 writes in UTC; a server reads all times into its own zone, which is UTC as a rule.
pub(crate) fn go_time(time: &str) -> String {
    match time.strip_suffix('Z').and_then(|time| time.split_once('T')) {
        Some((date, time)) => format!("{date} {time} +0000 UTC"),
        None => time.to_owned(),
    }
}

/// `%T` of a decoded JSON value.
pub(crate) fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "<nil>",
        Value::Bool(_) => "bool",
        Value::Number(number) => match Number::read(number) {
            Number::Integer(_) => "int64",
            Number::Float(_) => "float64",
        },
        Value::String(_) => "string",
        Value::Array(_) => "[]interface {}",
        Value::Object(_) => "map[string]interface {}",
    }
}

/// A value's type as Go's `encoding/json` names it in errors.
pub(crate) fn json_type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// A value in Go's JSON.
pub(crate) struct Json<'v>(pub(crate) &'v Value);

impl fmt::Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_json(f, self.0)
    }
}

/// As Go syntax has it: a blank behind each comma, and a brace at the end.
fn write_separated<T>(
    f: &mut fmt::Formatter<'_>,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut fmt::Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    for (position, item) in items.into_iter().enumerate() {
        if position > 0 {
            f.write_str(", ")?;
        }
        write(f, item)?;
    }
    f.write_char('}')
}

fn write_list<T>(
    f: &mut fmt::Formatter<'_>,
    open: char,
    close: char,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut fmt::Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    f.write_char(open)?;
    for (position, item) in items.into_iter().enumerate() {
        if position > 0 {
            f.write_char(',')?;
        }
        write(f, item)?;
    }
    f.write_char(close)
}

/// Go's JSON string: `<`, `>`, `&` and the two line separators are escaped for HTML.
fn write_json_string(f: &mut fmt::Formatter<'_>, string: &str) -> fmt::Result {
    f.write_char('"')?;
    for c in string.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\u{8}' => f.write_str("\\b")?,
            '\u{c}' => f.write_str("\\f")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '<' | '>' | '&' | '\0'..='\u{1f}' | '\u{2028}' | '\u{2029}' => {
                write!(f, "\\u{:04x}", u32::from(c))?;
            }
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    struct Shown(Value);

    impl fmt::Display for Shown {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write_value(f, &self.0)
        }
    }

    /// Expected messages are those of Go 1.26 with `%v`, `strconv.Quote` and `encoding/json`.
    #[test]
    fn values_print_as_go_prints_them() {
        let cases = [
            (json!("a\"b\\c\n\t\u{7}\u{1}é\u{200b}😀"), r#""a\"b\\c\n\t\a\x01é\u200b😀""#),
            (json!(1e21), "1e+21"),
            (json!(1e20), "1e+20"),
            (json!(1_234_567.0), "1.234567e+06"),
            (json!(100_000.0), "100000"),
            (json!(0.00001), "1e-05"),
            (json!(0.0001), "0.0001"),
            (json!(1.5), "1.5"),
            (json!(0.011_186_599_731_445_312), "0.011186599731445312"),
            (json!(100.0), "100"),
            (json!(-3), "-3"),
            (json!(true), "true"),
            (Value::Null, "null"),
            (json!({"b": "<&>", "a": [1e-7, 1.0, null]}), r#"{"a":[1e-7,1,null],"b":"\u003c\u0026\u003e"}"#),
            (json!({"a": "\u{7f}\u{1}"}), "{\"a\":\"\u{7f}\\u0001\"}"),
        ];
        for (value, expected) in cases {
            assert_eq!(Shown(value).to_string(), expected);
        }
    }
}
