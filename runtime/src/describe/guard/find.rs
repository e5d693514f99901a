//! What is said of a type.

use crate::describe::{
    Facet, KeyMutabilityDesc, ListTypeDesc, Literal, MapTypeDesc, MutabilityDesc, Shape, TypeDesc,
};

/// A facet to look for.
#[derive(Clone, Copy)]
pub(super) enum Wanted {
    Default,
    Nullable,
    AtomicMap,
    CorrelatedList,
    NoAddition,
    Rule,
    DenyUnknown,
    PreserveUnknown,
    EmbeddedResource,
}

pub(super) const fn find_through(type_: &TypeDesc, wanted: Wanted) -> bool {
    if find(type_.facets, wanted) {
        return true;
    }
    match below(type_) {
        Some(inner) => find_through(inner, wanted),
        None => false,
    }
}

pub(super) const fn find(facets: &[Facet], wanted: Wanted) -> bool {
    let mut at = 0;
    while at < facets.len() {
        if is(&facets[at], wanted) {
            return true;
        }
        at += 1;
    }
    false
}

const fn is(facet: &Facet, wanted: Wanted) -> bool {
    match wanted {
        Wanted::Default => match facet {
            // A server fills in no null.
            Facet::Default(literal) => !matches!(literal, Literal::Null),
            Facet::DefaultFn(_) | Facet::DefaultOfType => true,
            _ => false,
        },
        Wanted::Nullable => matches!(facet, Facet::Nullable),
        Wanted::AtomicMap => matches!(facet, Facet::MapType(MapTypeDesc::Atomic)),
        Wanted::CorrelatedList => {
            matches!(facet, Facet::ListType(ListTypeDesc::Map | ListTypeDesc::Set))
        }
        Wanted::PreserveUnknown => matches!(facet, Facet::PreserveUnknown),
        Wanted::EmbeddedResource => matches!(facet, Facet::EmbeddedResource),
        Wanted::DenyUnknown => matches!(facet, Facet::DenyUnknown),
        Wanted::Rule => matches!(facet, Facet::Rule(_)),
        Wanted::NoAddition => matches!(
            facet,
            Facet::Mutability(MutabilityDesc::Immutable | MutabilityDesc::RemoveOnly)
                | Facet::KeyMutability(KeyMutabilityDesc::Immutable | KeyMutabilityDesc::RemoveOnly)
        ),
    }
}

pub(super) const fn below(type_: &TypeDesc) -> Option<&TypeDesc> {
    match type_.shape {
        Shape::Optional(inner) | Shape::Transparent(inner) | Shape::Newtype(inner) => Some(inner),
        _ => None,
    }
}

pub(super) const fn same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    let mut at = 0;
    while at < left.len() {
        if left[at] != right[at] {
            return false;
        }
        at += 1;
    }
    true
}
