//! Numbers of the three types beside one another.
//!
//! Source: cel-go `common/types/compare.go`, `overflow.go`, `list.go` (`IndexOrError`).

use std::cmp::Ordering;

use super::{Error, Value};

const TWO_63: f64 = 9_223_372_036_854_775_808.0;
const TWO_64: f64 = 18_446_744_073_709_551_616.0;

/// The integer below a floating-point number, if there is one of 64 bits.
///
/// **Quirk**: -2^63 itself is none (`overflow.go`, `doubleToInt64Checked`).
pub(crate) fn float_to_int(value: f64) -> Option<i64> {
    (-TWO_63 < value && value < TWO_63).then_some(value as i64)
}

pub(crate) fn float_to_uint(value: f64) -> Option<u64> {
    (0.0..TWO_64).contains(&value).then_some(value as u64)
}

fn floats(left: f64, right: f64) -> Ordering {
    left.partial_cmp(&right).unwrap_or(Ordering::Equal)
}

fn float_and_int(double: f64, int: i64) -> Ordering {
    if double < -TWO_63 {
        Ordering::Less
    } else if double > TWO_63 {
        Ordering::Greater
    } else {
        floats(double, int as f64)
    }
}

fn float_and_uint(double: f64, uint: u64) -> Ordering {
    if double < 0.0 {
        Ordering::Less
    } else if double > TWO_64 {
        Ordering::Greater
    } else {
        floats(double, uint as f64)
    }
}

fn int_and_uint(int: i64, uint: u64) -> Ordering {
    u64::try_from(int).map_or(Ordering::Less, |int| int.cmp(&uint))
}

/// How two numbers are ordered, `None` where one of the values is no number.
///
/// # Errors
///
/// One of them is NaN.
pub(crate) fn compare_numbers(left: &Value<'_>, right: &Value<'_>) -> Option<Result<Ordering, Error>> {
    let is_nan = |value: &Value<'_>| matches!(value, Value::Double(double) if double.is_nan());
    let ordering = match (left, right) {
        (Value::Int(left), Value::Int(right)) => left.cmp(right),
        (Value::Uint(left), Value::Uint(right)) => left.cmp(right),
        (Value::Double(left), Value::Double(right)) => floats(*left, *right),
        (Value::Int(left), Value::Uint(right)) => int_and_uint(*left, *right),
        (Value::Uint(left), Value::Int(right)) => int_and_uint(*right, *left).reverse(),
        (Value::Double(left), Value::Int(right)) => float_and_int(*left, *right),
        (Value::Int(left), Value::Double(right)) => float_and_int(*right, *left).reverse(),
        (Value::Double(left), Value::Uint(right)) => float_and_uint(*left, *right),
        (Value::Uint(left), Value::Double(right)) => float_and_uint(*right, *left).reverse(),
        _ => return None,
    };
    Some(if is_nan(left) || is_nan(right) { Err(Error::NAN) } else { Ok(ordering) })
}

/// The index of a list that a value means.
///
/// # Errors
///
/// It is no whole number.
pub(crate) fn index_of(value: &Value<'_>) -> Result<i64, Error> {
    let unsupported = || Error::new(format!("unsupported index value {} in list", super::Printed(value)));
    match value {
        Value::Int(int) => Ok(*int),
        Value::Uint(uint) => i64::try_from(*uint).map_err(|_| unsupported()),
        Value::Double(double) => {
            float_to_int(*double).filter(|int| *int as f64 == *double).ok_or_else(unsupported)
        }
        other => Err(Error::new(format!("unsupported index type '{}' in list", other.type_name()))),
    }
}
