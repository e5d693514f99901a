//! Values in an expression, which stay with its program.

use std::collections::HashSet;
use std::sync::Arc;

use super::list::Constants;
use super::map::Entries;
use super::number::{float_to_int, float_to_uint};
use super::{Duration, List, Map, Str, Time, Value};
use crate::ast::Literal;
use crate::types::Type;

/// A value in an expression.
#[derive(Clone, Debug)]
pub(crate) enum Const {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    String(Arc<str>),
    Bytes(Arc<[u8]>),
    Timestamp(Time),
    Duration(Duration),
    Type(Type),
    List(Arc<[Const]>),
    Map(Arc<[(Const, Const)]>),
}

impl Const {
    pub(crate) fn of(literal: &Literal) -> Self {
        match literal {
            Literal::Null => Self::Null,
            Literal::Bool(bool) => Self::Bool(*bool),
            Literal::Int(int) => Self::Int(*int),
            Literal::Uint(uint) => Self::Uint(*uint),
            Literal::Double(double) => Self::Double(*double),
            Literal::Str(string) => Self::String(Arc::from(string.as_str())),
            Literal::Bytes(bytes) => Self::Bytes(Arc::from(bytes.as_slice())),
        }
    }

    /// A value that was made while planning, if an expression could hold it.
    pub(crate) fn keep(value: &Value<'_>) -> Option<Self> {
        Some(match value {
            Value::Null => Self::Null,
            Value::Bool(bool) => Self::Bool(*bool),
            Value::Int(int) => Self::Int(*int),
            Value::Uint(uint) => Self::Uint(*uint),
            Value::Double(double) => Self::Double(*double),
            Value::String(string) => Self::String(Arc::from(&**string)),
            Value::Bytes(bytes) => Self::Bytes(Arc::from(&**bytes)),
            Value::Timestamp(timestamp) => Self::Timestamp(*timestamp),
            Value::Duration(duration) => Self::Duration(*duration),
            Value::Type(of) => Self::Type(of.clone()),
            Value::List(list) => {
                let items: Option<Vec<_>> = list.iter().map(|item| Self::keep(&item.ok()?)).collect();
                Self::List(items?.into())
            }
            Value::Map(Map::Entries(entries)) => {
                let kept = entries.iter().map(|(key, value)| Some((Self::keep(key)?, Self::keep(value)?)));
                Self::Map(kept.collect::<Option<Vec<_>>>()?.into())
            }
            Value::Map(Map::Host(_))
            | Value::Optional(_)
            | Value::Opaque(_)
            | Value::Library(_)
            | Value::Failed(_) => {
                return None;
            }
        })
    }

    pub(crate) fn value(&self) -> Value<'_> {
        match self {
            Self::Null => Value::Null,
            Self::Bool(bool) => Value::Bool(*bool),
            Self::Int(int) => Value::Int(*int),
            Self::Uint(uint) => Value::Uint(*uint),
            Self::Double(double) => Value::Double(*double),
            Self::String(string) => Value::String(Str::Borrowed(string)),
            Self::Bytes(bytes) => Value::Bytes(bytes[..].into()),
            Self::Timestamp(timestamp) => Value::Timestamp(*timestamp),
            Self::Duration(duration) => Value::Duration(*duration),
            Self::Type(of) => Value::Type(of.clone()),
            Self::List(items) => Value::List(List::Const(Constants(items))),
            Self::Map(entries) => Value::Map(Map::Entries(Entries::of_constants(entries).into())),
        }
    }
}

/// What `in` looks values up in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(u64),
}

/// The items of a constant list on the right of `in`.
#[derive(Clone, Debug)]
pub(crate) struct ConstSet {
    keys: HashSet<Key>,
    strings: HashSet<Box<str>>,
}

impl ConstSet {
    /// The set, if all items are strings, truths or numbers.
    ///
    /// Source: cel-go `interpreter/decorators.go`, `maybeOptimizeSetMembership`.
    pub(crate) fn of(items: &[Const]) -> Option<Self> {
        let (mut keys, mut strings) = (HashSet::new(), HashSet::new());
        for item in items {
            match item {
                Const::Bool(bool) => drop(keys.insert(Key::Bool(*bool))),
                Const::String(string) => drop(strings.insert(Box::from(&**string))),
                Const::Int(int) => {
                    keys.insert(Key::Int(*int));
                    keys.insert(double(*int as f64));
                    keys.extend(u64::try_from(*int).ok().map(Key::Uint));
                }
                Const::Uint(uint) => {
                    keys.insert(Key::Uint(*uint));
                    keys.insert(double(*uint as f64));
                    keys.extend(i64::try_from(*uint).ok().map(Key::Int));
                }
                Const::Double(value) => {
                    keys.insert(double(*value));
                    keys.extend(float_to_int(*value).filter(|int| *int as f64 == *value).map(Key::Int));
                    keys.extend(float_to_uint(*value).filter(|uint| *uint as f64 == *value).map(Key::Uint));
                }
                _ => return None,
            }
        }
        Some(Self { keys, strings })
    }

    pub(crate) fn contains(&self, value: &Value<'_>) -> bool {
        let key = match value {
            Value::Bool(bool) => Key::Bool(*bool),
            Value::Int(int) => Key::Int(*int),
            Value::Uint(uint) => Key::Uint(*uint),
            Value::Double(value) if value.is_nan() => return false,
            Value::Double(value) => double(*value),
            Value::String(string) => return self.strings.contains(&**string),
            _ => return false,
        };
        self.keys.contains(&key)
    }
}

/// The two zeros are one.
fn double(value: f64) -> Key {
    Key::Double((value + 0.0).to_bits())
}
