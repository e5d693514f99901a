//! How Go prints values.
//!
//! Source: Go `fmt` with `%v` and `%g`; cel-go `common/types`, the `String` of lists, maps and optionals.

use std::fmt;

use crd_schema_go::number::format_g;

use super::{Map, Value};

/// A value as Go's `%v` prints it.
pub(crate) struct Printed<'p, 'a>(pub(crate) &'p Value<'a>);

impl fmt::Display for Printed<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Null => f.write_str("null"),
            Value::Bool(bool) => write!(f, "{bool}"),
            Value::Int(int) => write!(f, "{int}"),
            Value::Uint(uint) => write!(f, "{uint}"),
            Value::Double(double) => f.write_str(&format_g(*double)),
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
            Value::Library(value) => write!(f, "{value}"),
            Value::Failed(error) => write!(f, "{error}"),
        }
    }
}
