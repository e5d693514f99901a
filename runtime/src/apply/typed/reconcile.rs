//! Sets that were written when the schema was another one.
//!
//! Source: `structured-merge-diff typed/reconcile_schema.go`.

use crate::apply::path::PathElement;
use crate::apply::schema::{Kind, Relation, TypeId, Types};
use crate::apply::set::{Entry, FieldSet};

/// The set, where fields below what is atomic now become the atomic field.
pub(in crate::apply) fn reconciled(types: &Types, set: &FieldSet) -> FieldSet {
    below(types, types.root(), set)
}

fn below(types: &Types, of: TypeId, set: &FieldSet) -> FieldSet {
    let kind = types.atom(of).kind_of_none();
    set.filtered(|element, entry| Some(reconciled_entry(types, child(types, kind, element), entry)))
}

/// The type of what is below, if the walk goes there.
fn child(types: &Types, kind: Kind<'_>, element: &PathElement) -> Option<TypeId> {
    match (kind, element) {
        (Kind::List(list), _) if list.relation != Relation::Atomic => Some(list.items),
        (Kind::Map(map), _) if map.atomic || types.is_untyped(map) => None,
        (Kind::Map(map), PathElement::Field(name)) => map.field(name),
        (Kind::Map(map), _) => map.values(),
        _ => None,
    }
}

fn reconciled_entry(types: &Types, of: Option<TypeId>, entry: &Entry) -> Entry {
    let Some(of) = of.filter(|_| !entry.below.is_empty()) else { return entry.clone() };
    let becomes_atomic = match types.atom(of).kind_of_none() {
        Kind::List(list) => list.relation == Relation::Atomic,
        Kind::Map(map) => map.atomic && !types.is_untyped(map),
        Kind::Scalar(_) | Kind::Invalid => false,
    };
    if becomes_atomic {
        return Entry::OWNED;
    }
    Entry { owned: entry.owned, below: below(types, of, &entry.below) }
}
