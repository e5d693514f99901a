//! When two values are the same, for `enum`, for `uniqueItems`, and for an old and a new object.
//!
//! Source: `kube-openapi pkg/validation/validate/validator.go`, `basicCommonValidator`; Go `reflect`.

use std::hash::{Hash, Hasher};

use serde_json::Value;

use super::node::Allowed;
use super::numbers::{as_float, go_integer};
use crate::distinct::are_distinct;
use crate::number::Number;

/// `reflect.DeepEqual`: an integer is no float, field order does not count.
pub(super) fn deep_equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => Number::read(one) == Number::read(other),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| deep_equal(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let same = |(name, one)| other.get(name).is_some_and(|other| deep_equal(one, other));
            one.len() == other.len() && one.iter().all(same)
        }
        (one, other) => one == other,
    }
}

/// Whether two items are the same.
pub(super) fn has_duplicates(items: &[Value]) -> bool {
    !are_distinct(items.len(), |index| items.get(index).map(Item))
}

/// A value that is equal as [`deep_equal`] says.
struct Item<'v>(&'v Value);

impl PartialEq for Item<'_> {
    fn eq(&self, other: &Self) -> bool {
        deep_equal(self.0, other.0)
    }
}

impl Hash for Item<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self.0).hash(state);
        match self.0 {
            Value::Null => {}
            Value::Bool(flag) => flag.hash(state),
            Value::Number(number) => match Number::read(number) {
                Number::Integer(integer) => integer.hash(state),
                // Both zeros are one.
                Number::Float(float) => (float + 0.0).to_bits().hash(state),
            },
            Value::String(string) => string.hash(state),
            Value::Array(items) => {
                items.len().hash(state);
                for item in items {
                    Item(item).hash(state);
                }
            }
            Value::Object(fields) => {
                let mut fields: Vec<_> = fields.iter().collect();
                fields.sort_unstable_by_key(|(name, _)| *name);
                fields.len().hash(state);
                for (name, value) in fields {
                    name.hash(state);
                    Item(value).hash(state);
                }
            }
        }
    }
}

impl Allowed {
    pub(super) fn of(values: &[Value]) -> Self {
        let mut strings: Vec<_> = values.iter().filter_map(Value::as_str).collect();
        strings.sort_unstable();
        Self { values: values.to_vec(), strings: strings.into_iter().collect() }
    }

    /// Whether the value is one of them.
    ///
    /// **Quirks**: null never is; numbers are converted to the type of the entry, which cuts `1.9` to 1; an integer is the
    /// string of that code point.
    pub(super) fn allows(&self, value: &Value) -> bool {
        match value {
            Value::Null => false,
            Value::String(string) => self.allows_string(string),
            Value::Number(number) => self.allows_number(Number::read(number)),
            other => self.values.iter().any(|allowed| deep_equal(other, allowed)),
        }
    }

    fn allows_string(&self, string: &str) -> bool {
        self.strings.find(0..self.strings.len(), string).is_some()
    }

    fn allows_number(&self, value: Number) -> bool {
        let equals = |allowed: &Value| match allowed {
            Value::Number(allowed) => match Number::read(allowed) {
                Number::Integer(allowed) => as_integer(value) == allowed,
                #[expect(clippy::float_cmp, reason = "the server compares so")]
                Number::Float(allowed) => as_float(value) == allowed,
            },
            _ => false,
        };
        let is_string = match value {
            Number::Integer(integer) if self.strings.len() > 0 => {
                self.allows_string(code_point(integer).encode_utf8(&mut [0; 4]))
            }
            _ => false,
        };
        is_string || self.values.iter().any(equals)
    }
}

fn as_integer(number: Number) -> i64 {
    match number {
        Number::Integer(integer) => integer,
        Number::Float(float) => go_integer(float),
    }
}

/// Go's conversion of an integer to a string.
fn code_point(integer: i64) -> char {
    u32::try_from(integer).ok().and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER)
}
