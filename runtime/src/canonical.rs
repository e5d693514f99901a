//! Objects as the server would store them.
//!
//! Knows nothing of: schemas, how an object becomes canonical.

use serde_json::Value;

use crate::number::Number;

/// An object that has been pruned, freed of nulls, defaulted, its metadata coerced and its numbers unified.
///
/// Only such objects can be compared for mutability; [`canonicalise`](crate::canonicalise) makes them.
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

    /// Gives the object a member of another canonical object, or takes it away.
    pub(crate) fn take_member(&mut self, name: &str, value: Option<&Value>) {
        let Some(members) = self.0.as_object_mut() else { return };
        match value {
            Some(value) => drop(members.insert(name.to_owned(), value.clone())),
            None => drop(members.remove(name)),
        }
    }

    /// Takes away a member of the metadata.
    pub(crate) fn drop_metadata(&mut self, name: &str) {
        if let Some(metadata) = self.0.get_mut("metadata").and_then(Value::as_object_mut) {
            metadata.remove(name);
        }
    }

    /// A member of the metadata.
    pub(crate) fn metadata(&self, name: &str) -> Option<&Value> {
        self.0.get("metadata")?.get(name)
    }

    /// Gives the metadata, where there is any, a canonical member.
    pub(crate) fn set_metadata(&mut self, name: &str, value: Value) {
        if let Some(metadata) = self.0.get_mut("metadata").and_then(Value::as_object_mut) {
            metadata.insert(name.to_owned(), value);
        }
    }

    /// Whether another object is the same but for its metadata.
    pub(crate) fn same_content(&self, other: &Self) -> bool {
        let content = |object: &'_ Value| {
            let members = object.as_object().into_iter().flatten();
            members.filter(|(name, _)| *name != "metadata").count()
        };
        let members = self.0.as_object().into_iter().flatten().filter(|(name, _)| *name != "metadata");
        content(&self.0) == content(&other.0)
            && members.into_iter().all(|(name, value)| other.0.get(name) == Some(value))
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
        Value::Object(members) => members.values_mut().for_each(unify_numbers),
        _ => {}
    }
}
