//! How values are ordered.
//!
//! Source: cel-go, the `Compare` of each type.

use std::cmp::Ordering;

use super::equal::instant;
use super::{Error, Value, compare_numbers};

impl Value<'_> {
    /// How two values of one type are ordered; numbers are ordered whatever their types.
    pub(crate) fn compare(&self, other: &Self) -> Result<Ordering, Error> {
        match (self, other) {
            (Self::Bool(left), Self::Bool(right)) => Ok(left.cmp(right)),
            (Self::String(left), Self::String(right)) => Ok((**left).cmp(&**right)),
            (Self::Bytes(left), Self::Bytes(right)) => Ok(left.cmp(right)),
            (Self::Timestamp(left), Self::Timestamp(right)) => Ok(instant(*left).cmp(&instant(*right))),
            (Self::Duration(left), Self::Duration(right)) => Ok(left.nanoseconds().cmp(&right.nanoseconds())),
            (Self::Double(left), _) if left.is_nan() => Err(Error::NAN),
            (left, right) => compare_numbers(left, right).unwrap_or(Err(Error::NO_SUCH_OVERLOAD)),
        }
    }
}
