//! The fields that a value has.
//!
//! Source: `structured-merge-diff typed/tofieldset.go`; `EnsureNamedFields…` in `fieldpath/set.go`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::element::element;
use crate::apply::path::PathElement;
use crate::apply::schema::{Kind, ListAtom, MapAtom, Relation, TypeId, Types};
use crate::apply::set::{Entry, FieldSet};

/// The leaves and items of a validated value: what its applier owns.
pub(in crate::apply) fn field_set(types: &Types, value: &Value) -> FieldSet {
    entry(types, types.root(), value).below
}

fn entry(types: &Types, of: TypeId, value: &Value) -> Entry {
    match (types.kind(of, value), value) {
        (Kind::Scalar(_), _) => Entry::OWNED,
        (Kind::List(list), _) if list.relation == Relation::Atomic => Entry::OWNED,
        (Kind::Map(map), _) if map.atomic => Entry::OWNED,
        (Kind::List(list), Value::Array(items)) => below(items_of(types, list, items)),
        (Kind::Map(map), Value::Object(fields)) => below(fields_of(types, map, fields)),
        _ => Entry::default(),
    }
}

fn below(below: FieldSet) -> Entry {
    Entry { owned: false, below }
}

/// Items that come twice are owned as they are.
fn items_of(types: &Types, list: &ListAtom, items: &[Value]) -> FieldSet {
    let mut found: BTreeMap<PathElement, Option<&Value>> = BTreeMap::new();
    for item in items {
        let element = element(types, list, item).unwrap_or(PathElement::NAMELESS);
        found.entry(element).and_modify(|known| *known = None).or_insert(Some(item));
    }
    let mut set = FieldSet::default();
    for (element, item) in found {
        let below = item.map(|item| entry(types, list.items, item).below);
        set.put(element, Entry { owned: true, below: below.unwrap_or_default() });
    }
    set
}

/// **Quirk**: an empty list in a declared field is nobody's, unless it is atomic.
fn fields_of(types: &Types, map: &MapAtom, fields: &Map<String, Value>) -> FieldSet {
    let mut set = FieldSet::default();
    for (name, value) in fields {
        let mut entry = map.field(name).map_or_else(Entry::default, |of| entry(types, of, value));
        let is_empty = value.is_null() || value.as_object().is_some_and(Map::is_empty);
        entry.owned |= is_empty || map.declared(name).is_none();
        set.put(PathElement::field(name), entry);
    }
    set
}

/// The set, and every declared field that has fields of the set below it.
pub(in crate::apply) fn with_named_fields(types: &Types, set: &FieldSet) -> FieldSet {
    named(types, Some(types.root()), set)
}

fn named(types: &Types, of: Option<TypeId>, set: &FieldSet) -> FieldSet {
    let atom = of.map(|of| types.atom(of));
    set.filtered(|element, entry| {
        let map = atom.and_then(|atom| atom.map());
        let (declared, of) = match (element, map, atom.and_then(|atom| atom.list())) {
            (PathElement::Field(name), Some(map), _) => (map.declared(name).is_some(), map.field(name)),
            (PathElement::Key(_), _, Some(list)) => (false, Some(list.items)),
            _ => (false, None),
        };
        let below = named(types, of, &entry.below);
        Some(Entry { owned: entry.owned || declared && !below.is_empty(), below })
    })
}
