//! When two values are stored alike.

use serde_json::{Map, Value};

use crate::by_name;
use crate::compiled::NodeRef;
use crate::number::Number;

/// Deep equality of what storage returns: field order does not count, list order does, whole floats equal
/// integers, a null in a declared property equals its absence; nothing else is unified.
pub(super) fn stored_alike(schema: Option<NodeRef<'_>>, old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Number(old), Value::Number(new)) => {
            Number::read(old).canonical() == Number::read(new).canonical()
        }
        (Value::Array(old), Value::Array(new)) => {
            let items = schema.and_then(NodeRef::items);
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| stored_alike(items, old, new))
        }
        (Value::Object(old), Value::Object(new)) => {
            // Fields only of `new` are found by counting.
            count(schema, old) == count(schema, new)
                && present(schema, old).all(|(name, old)| {
                    let below = schema.and_then(|schema| schema.field(name).schema());
                    by_name::field(new, name).is_some_and(|new| stored_alike(below, old, new))
                })
        }
        (old, new) => old == new,
    }
}

fn count(schema: Option<NodeRef<'_>>, fields: &Map<String, Value>) -> usize {
    present(schema, fields).count()
}

/// The fields without the nulls of declared properties.
pub(super) fn present<'v>(
    schema: Option<NodeRef<'v>>,
    fields: &'v Map<String, Value>,
) -> impl Iterator<Item = (&'v String, &'v Value)> {
    fields.iter().filter(move |(name, value)| {
        !value.is_null() || schema.is_none_or(|schema| schema.property(name).is_none())
    })
}
