//! Objects as the server would store them.
//!
//! Knows nothing of: schemas, how an object becomes canonical.

use serde_json::Value;

use crate::number::Number;

/// An object that has been pruned, freed of nulls, defaulted, its metadata coerced and its numbers unified.
///
/// Only such objects can be compared for mutability; [`canonicalize`](crate::steps::canonicalize) makes them.
#[derive(Clone, Debug, PartialEq)]
pub struct CanonicalObject(Value);

impl CanonicalObject {
    /// Takes a value that has been through all steps but the last: whole floats become integers.
    pub(crate) fn from_steps(mut value: Value) -> Self {
        unify_numbers(&mut value);
        Self(value)
    }

    /// The object.
    pub fn value(&self) -> &Value {
        &self.0
    }

    /// The object, given up.
    pub fn into_value(self) -> Value {
        self.0
    }
}

/// Storage writes whole floats without a decimal point, so they come back as integers.
fn unify_numbers(value: &mut Value) {
    match value {
        Value::Number(number) => {
            if let Some(canonical) = Number::read(number).canonical().to_json() {
                *number = canonical;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(unify_numbers),
        Value::Object(fields) => fields.values_mut().for_each(unify_numbers),
        _ => {}
    }
}
