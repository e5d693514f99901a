//! Which values are equal.
//!
//! Source: cel-go `common/types/util.go`, `Equal`, and the `Equal` of each type.

use std::cmp::Ordering;
use std::rc::Rc;

use super::map::Entries;
use super::{Error, List, Map, Time, Value, compare_numbers};

impl Value<'_> {
    /// Whether two values are equal; the left one decides how they are compared.
    ///
    /// ```
    /// use crd_schema_cel::Value;
    ///
    /// assert_eq!(Value::Int(1).equal(&Value::Double(1.0)), Ok(true));
    /// ```
    ///
    /// # Errors
    ///
    /// A list or object of the embedder cannot be compared with the other value.
    pub fn equal(&self, other: &Self) -> Result<bool, Error> {
        let both = |left: bool, right: bool| Ok(left && right);
        match (self, other) {
            (Self::Failed(error), _) => Err(error.clone()),
            (Self::Null, other) => both(true, matches!(other, Self::Null)),
            (_, Self::Null) => Ok(false),
            (Self::List(list), other) => list.equal(other),
            (Self::Map(Map::Entries(entries)), other) => Ok(entries.equal(other)),
            (Self::Map(Map::Host(map)), other) => map.equal(other),
            (Self::Opaque(opaque), other) => opaque.equal(other),
            (Self::Library(value), other) => value.equal(other),
            (Self::Bool(left), Self::Bool(right)) => Ok(left == right),
            (Self::String(left), Self::String(right)) => Ok(**left == **right),
            (Self::Bytes(left), Self::Bytes(right)) => Ok(left == right),
            (Self::Timestamp(left), Self::Timestamp(right)) => Ok(instant(*left) == instant(*right)),
            (Self::Duration(left), Self::Duration(right)) => Ok(left == right),
            (Self::Type(left), Self::Type(right)) => Ok(left.runtime_name() == right.runtime_name()),
            (Self::Optional(left), Self::Optional(right)) => optionals(left.as_ref(), right.as_ref()),
            (left, right) => {
                Ok(compare_numbers(left, right).is_some_and(|found| found == Ok(Ordering::Equal)))
            }
        }
    }

    /// Whether two values are equal where upstream calls `Equal` of the left one itself: a null is one, too.
    ///
    /// # Errors
    /// As [`equal`](Self::equal).
    ///
    /// Source: cel-go `common/types/null.go`, `Equal`.
    pub fn equal_as_item(&self, other: &Self) -> Result<bool, Error> {
        match (self, other) {
            (Self::Null, _) => Ok(matches!(other, Self::Null)),
            (Self::List(List::Host(list)), other) => list.equal(other),
            (Self::Map(Map::Host(map)), other) => map.equal(other),
            (Self::Opaque(opaque), other) => opaque.equal(other),
            (Self::Library(value), other) => value.equal(other),
            (left, right) => left.equal(right),
        }
    }
}

/// Times are equal whatever their zones are.
pub(super) fn instant(time: Time) -> (i64, u32) {
    (time.unix(), time.nanosecond())
}

fn optionals<'a>(left: Option<&Rc<Value<'a>>>, right: Option<&Rc<Value<'a>>>) -> Result<bool, Error> {
    match (left, right) {
        (None, None) => Ok(true),
        (Some(left), Some(right)) => left.equal_as_item(right),
        _ => Ok(false),
    }
}

impl<'a> List<'a> {
    fn equal(&self, other: &Value<'a>) -> Result<bool, Error> {
        if let Self::Host(list) = self {
            return list.equal(other);
        }
        let Value::List(other) = other else { return Ok(false) };
        if self.len() != other.len() {
            return Ok(false);
        }
        let mut error = None;
        for (left, right) in self.iter().zip(other.iter()) {
            match left.and_then(|left| left.equal(&right?)) {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(found) => error = error.or(Some(found)),
            }
        }
        match (self, error) {
            // **Quirk**: a list of one piece passes over errors (`list.go`, `baseList.Equal`).
            (Self::Joined(_), Some(error)) => Err(error),
            _ => Ok(true),
        }
    }
}

impl<'a> Entries<'a> {
    fn equal(&self, other: &Value<'a>) -> bool {
        let Value::Map(other) = other else { return false };
        if self.iter().count() != other.len() {
            return false;
        }
        for (key, value) in self.iter() {
            match other.find(key) {
                Ok(None) => return false,
                Ok(Some(found)) if value.equal(&found) == Ok(false) => return false,
                // **Quirk**: errors are passed over (`map.go`, `baseMap.Equal`).
                Ok(Some(_)) | Err(_) => {}
            }
        }
        true
    }
}
