//! Equality of values that have been through Go's JSON.

use serde_json::{Number, Value};

/// Whether two values are the same, whatever features `serde_json` has.
///
/// Go writes the float `1.0` as `1` and `2^60` as a float in its shortest decimals, so that an integer and a float are
/// compared as floats; two integers exactly.
pub fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => same_number(left, right),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            let same_field = |(name, left)| right.get(name).is_some_and(|right| same(left, right));
            left.len() == right.len() && left.iter().all(same_field)
        }
        _ => left == right,
    }
}

fn same_number(left: &Number, right: &Number) -> bool {
    match (left.as_i64(), right.as_i64()) {
        (Some(left), Some(right)) => left == right,
        // Bits, for `-0` is not `0`.
        _ => left.as_f64().map(f64::to_bits) == right.as_f64().map(f64::to_bits),
    }
}

/// The value after it was written and read again, which makes `-0.0` the integer 0.
pub fn without_negative_zeros(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.as_f64() == Some(0.0) => 0.into(),
        Value::Array(items) => items.iter().map(without_negative_zeros).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (name.clone(), without_negative_zeros(value))).collect()
        }
        other => other.clone(),
    }
}
