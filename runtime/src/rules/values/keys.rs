//! The keys by which items of sets and of map lists are distinguished.
//!
//! Source: `apiserver pkg/cel/common/valuesreflect.go`, `setElementKey`, `refValMapKey`.

use crd_schema_cel::{Error, Value as Cel};
use serde_json::Value;

use crate::number::Number;

/// A scalar value, by its type and content.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Nothing,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(u64),
    String(Box<str>),
    Bytes(Box<[u8]>),
    Time(i64, u32),
    Duration(i64),
    /// A type that only its name distinguishes.
    Other(Box<str>),
}

impl Key {
    /// The key of an item of a set.
    pub(super) fn of_item(item: &Cel<'_>) -> Result<Self, Error> {
        match item {
            Cel::List(_) | Cel::Map(_) => {
                Err(Error::new("listSet operations are only supported on lists of scalar values"))
            }
            item => Ok(Self::of(item)),
        }
    }

    /// The key of a scalar value.
    pub(super) fn of(value: &Cel<'_>) -> Self {
        match value {
            Cel::Null => Self::Nothing,
            Cel::Bool(bool) => Self::Bool(*bool),
            Cel::Int(int) => Self::Int(*int),
            Cel::Uint(uint) => Self::Uint(*uint),
            Cel::Double(double) => Self::double(*double),
            Cel::String(string) => Self::String(Box::from(&**string)),
            Cel::Bytes(bytes) => Self::Bytes(Box::from(&**bytes)),
            Cel::Timestamp(time) => Self::Time(time.unix(), time.nanosecond()),
            Cel::Duration(length) => Self::Duration(length.nanoseconds()),
            other => Self::Other(Box::from(format!("{other:?}"))),
        }
    }

    /// The key of a value as it stands in an object.
    pub(super) fn of_json(json: Option<&Value>) -> Self {
        match json {
            None | Some(Value::Null) => Self::Nothing,
            Some(Value::Bool(bool)) => Self::Bool(*bool),
            Some(Value::String(string)) => Self::String(Box::from(string.as_str())),
            Some(Value::Number(number)) => match Number::read(number) {
                Number::Integer(int) => Self::Int(int),
                Number::Float(float) => Self::double(float),
            },
            Some(other) => Self::Other(Box::from(other.to_string())),
        }
    }

    fn double(double: f64) -> Self {
        Self::Double((double + 0.0).to_bits())
    }
}
