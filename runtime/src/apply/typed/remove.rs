//! A value without some of its fields and items.
//!
//! Source: `structured-merge-diff typed/remove.go`.

use serde_json::{Map, Value};

use super::element::element;
use crate::apply::path::PathElement;
use crate::apply::schema::{Kind, ListAtom, MapAtom, Relation, TypeId, Types};
use crate::apply::set::FieldSet;

/// Removes the fields and items of a set.
pub(in crate::apply) fn remove(types: &Types, value: &Value, set: &FieldSet) -> Value {
    removed(types, types.root(), value, set)
}

/// **Quirk**: what has nothing left is null, and so is an atomic value with fields of the set below it.
fn removed(types: &Types, of: TypeId, value: &Value, set: &FieldSet) -> Value {
    match (types.kind(of, value), value) {
        (Kind::Scalar(_), value) => value.clone(),
        (Kind::List(list), Value::Array(items)) if list.relation != Relation::Atomic => {
            from_list(types, list, items, set)
        }
        (Kind::Map(map), Value::Object(fields)) if !map.atomic => from_map(types, map, fields, set),
        _ => Value::Null,
    }
}

fn from_list(types: &Types, list: &ListAtom, items: &[Value], set: &FieldSet) -> Value {
    let kept = |item: &Value| match set.get(&element(types, list, item).unwrap_or(PathElement::NAMELESS)) {
        Some(entry) if entry.owned => None,
        Some(entry) => Some(removed(types, list.items, item, &entry.below)),
        None => Some(item.clone()),
    };
    let items: Vec<_> = items.iter().filter_map(kept).collect();
    if items.is_empty() { Value::Null } else { Value::Array(items) }
}

fn from_map(types: &Types, map: &MapAtom, fields: &Map<String, Value>, set: &FieldSet) -> Value {
    let kept = |(name, value): (&String, &Value)| {
        let value = match (set.get(&PathElement::field(name)), map.field(name)) {
            (Some(entry), _) if entry.owned => return None,
            (Some(entry), Some(of)) => removed(types, of, value, &entry.below),
            (Some(_), None) => Value::Null,
            (None, _) => value.clone(),
        };
        Some((name.clone(), value))
    };
    let fields: Map<_, _> = fields.iter().filter_map(kept).collect();
    if fields.is_empty() { Value::Null } else { Value::Object(fields) }
}
