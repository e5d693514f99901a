//! How Go prints values.
//!
//! Source: Go `fmt` with `%v` and `%g`; cel-go `common/types`, the `String` of lists, maps and optionals.

use std::fmt;

use super::{Map, Value};

/// A value as Go's `%v` prints it.
pub(crate) struct Printed<'p, 'a>(pub(crate) &'p Value<'a>);

/// A floating-point number as Go's `%g` prints it: the shortest digits, with an exponent below -4 and from 6 on.
pub(crate) fn float(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "+Inf" } else { "-Inf" }.to_owned();
    }
    let scientific = format!("{value:e}");
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..6).contains(&exponent) {
        return format!("{value}");
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

/// A string in quotes as Go's `%q` prints it.
pub(crate) fn quoted(string: &str) -> String {
    let mut quoted = String::with_capacity(string.len() + 2);
    quoted.push('"');
    for char in string.chars() {
        match char {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\u{7}' => quoted.push_str("\\a"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{c}' => quoted.push_str("\\f"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{b}' => quoted.push_str("\\v"),
            char if char.is_control() && u32::from(char) < 0x80 => {
                quoted.push_str(&format!("\\x{:02x}", u32::from(char)));
            }
            char if char.is_control() => quoted.push_str(&format!("\\u{:04x}", u32::from(char))),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

impl fmt::Display for Printed<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Null => f.write_str("null"),
            Value::Bool(bool) => write!(f, "{bool}"),
            Value::Int(int) => write!(f, "{int}"),
            Value::Uint(uint) => write!(f, "{uint}"),
            Value::Double(double) => f.write_str(&float(*double)),
            Value::String(string) => f.write_str(string),
            Value::Bytes(bytes) => {
                let bytes: Vec<_> = bytes.iter().map(ToString::to_string).collect();
                write!(f, "[{}]", bytes.join(" "))
            }
            Value::Timestamp(timestamp) => write!(f, "{timestamp}"),
            Value::Duration(duration) => write!(f, "{duration}"),
            Value::Type(of) => f.write_str(of.runtime_name()),
            Value::Optional(None) => f.write_str("optional.none()"),
            Value::Optional(Some(value)) => write!(f, "optional({})", Printed(value)),
            Value::List(list) => {
                f.write_str("[")?;
                for (index, item) in list.iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    match item {
                        Ok(item) => write!(f, "{separator}{}", Printed(&item))?,
                        Err(error) => write!(f, "{separator}{error}")?,
                    }
                }
                f.write_str("]")
            }
            Value::Map(Map::Host(_)) => f.write_str("map[]"),
            Value::Map(map) => {
                f.write_str("{")?;
                for (index, key) in map.keys().into_iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    write!(f, "{separator}{}: ", Printed(&key))?;
                    match map.get(&key) {
                        Ok(value) => write!(f, "{}", Printed(&value))?,
                        Err(error) => write!(f, "{error}")?,
                    }
                }
                f.write_str("}")
            }
            Value::Opaque(opaque) => f.write_str(opaque.type_name()),
            Value::Failed(error) => write!(f, "{error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::float;

    #[test]
    fn prints_floats_as_go() {
        for (value, expected) in [
            (1.0, "1"),
            (1.5, "1.5"),
            (100_000.0, "100000"),
            (1e20, "1e+20"),
            (1e21, "1e+21"),
            (1e7, "1e+07"),
            (123_456_789.0, "1.23456789e+08"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (-0.0, "-0"),
            (0.0, "0"),
        ] {
            assert_eq!(float(value), expected);
        }
    }
}
