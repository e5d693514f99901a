//! What can change how.

use super::find::{Wanted, find};
use super::written_as;
use crate::describe::{FieldDesc, Shape, TypeDesc, VariantDesc};

/// Whether the type is a set in Rust or has one below.
pub const fn has_set(type_: &TypeDesc) -> bool {
    match written_as(type_).shape {
        Shape::Set(_) => true,
        Shape::List(inner) | Shape::Map(inner) => has_set(inner),
        Shape::Tuple(items) => !items.is_empty() && has_set(items[0]),
        Shape::Object(fields) => any_field(fields, Asked::HasSet),
        Shape::Union(union) => any_variant(union.variants, Asked::HasSet),
        _ => false,
    }
}

/// Whether a first write can set every field of the struct, outside of lists and maps.
pub const fn only_additions(type_: &TypeDesc) -> bool {
    !has_other_than_additions(type_)
}

const fn has_other_than_additions(type_: &TypeDesc) -> bool {
    match written_as(type_).shape {
        Shape::Object(fields) => any_field(fields, Asked::HasOtherThanAdditions),
        Shape::Union(union) => any_variant(union.variants, Asked::HasOtherThanAdditions),
        _ => false,
    }
}

/// A question about every part.
#[derive(Clone, Copy)]
enum Asked {
    HasSet,
    HasOtherThanAdditions,
}

impl Asked {
    const fn of(self, type_: &TypeDesc) -> bool {
        match self {
            Self::HasSet => has_set(type_),
            Self::HasOtherThanAdditions => has_other_than_additions(type_),
        }
    }
}

const fn any_field(fields: &[FieldDesc], asked: Asked) -> bool {
    let mut at = 0;
    while at < fields.len() {
        let marked =
            matches!(asked, Asked::HasOtherThanAdditions) && find(fields[at].facets, Wanted::NoAddition);
        if marked || asked.of(fields[at].type_) {
            return true;
        }
        at += 1;
    }
    false
}

const fn any_variant(variants: &[VariantDesc], asked: Asked) -> bool {
    let mut at = 0;
    while at < variants.len() {
        if let Some(content) = variants[at].content
            && asked.of(content)
        {
            return true;
        }
        at += 1;
    }
    false
}
