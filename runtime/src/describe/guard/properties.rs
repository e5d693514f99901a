//! The fields of objects, wherever they are declared: in the struct, in flattened ones, in the variants of an enum.

use super::find::{Wanted, find, same};
use super::{is_nullable, written_as};
use crate::describe::{Facet, FieldDesc, Shape, Tagging, TypeDesc, UnionDesc};

/// One field, as far as questions go.
#[derive(Clone, Copy)]
pub(super) struct Property<'t> {
    pub(super) type_: &'t TypeDesc,
    pub(super) facets: &'static [Facet],
    pub(super) required: bool,
    pub(super) omits_null: bool,
}

const TAG: Property<'static> =
    Property { type_: &TypeDesc::of(Shape::String), facets: &[], required: true, omits_null: false };

impl<'t> Property<'t> {
    const fn of(field: &'t FieldDesc) -> Self {
        Self {
            type_: field.type_,
            facets: field.facets,
            required: field.required,
            omits_null: field.omits_null,
        }
    }

    const fn bare(type_: &'t TypeDesc) -> Self {
        Self { type_, facets: &[], required: false, omits_null: false }
    }

    /// Whether `null` is a value of it.
    pub(super) const fn is_nullable(&self) -> bool {
        find(self.facets, Wanted::Nullable) || !self.omits_null && is_nullable(self.type_)
    }
}

/// The field of that name.
pub(super) const fn property<'t>(type_: &'t TypeDesc, name: &str) -> Option<Property<'t>> {
    match written_as(type_).shape {
        Shape::Object(fields) => of_struct(fields, name),
        Shape::Union(union) => of_union(union, name),
        _ => None,
    }
}

const fn of_struct<'t>(fields: &'t [FieldDesc], name: &str) -> Option<Property<'t>> {
    let mut at = 0;
    while at < fields.len() {
        let field = &fields[at];
        if field.flattened {
            if let Some(found) = property(field.type_, name) {
                return Some(found);
            }
        } else if same(field.name, name) {
            return Some(Property::of(field));
        }
        at += 1;
    }
    None
}

const fn of_union(union: UnionDesc, name: &str) -> Option<Property<'static>> {
    match union.tagging {
        Tagging::Internal(tag) | Tagging::Adjacent { tag, .. } if same(tag, name) => return Some(TAG),
        Tagging::Adjacent { content, .. } if !same(content, name) => return None,
        _ => {}
    }
    let (mut found, mut everywhere): (Option<Property<'static>>, bool) = (None, true);
    let mut at = 0;
    while at < union.variants.len() {
        match of_variant(union, at, name) {
            Some(property) => {
                everywhere = everywhere && property.required;
                found = Some(property);
            }
            None => everywhere = false,
        }
        at += 1;
    }
    match found {
        Some(property) => Some(Property { required: everywhere, ..property }),
        None => None,
    }
}

const fn of_variant(union: UnionDesc, at: usize, name: &str) -> Option<Property<'static>> {
    let variant = &union.variants[at];
    let Some(content) = variant.content else { return None };
    match union.tagging {
        Tagging::External if same(variant.name, name) => Some(Property::bare(content)),
        Tagging::External => None,
        Tagging::Adjacent { .. } => Some(Property::bare(content)),
        Tagging::Internal(_) | Tagging::Untagged => property(content, name),
    }
}

/// The first name that both types declare, and, if `unlike` is asked for, declare differently.
pub(super) const fn shared(left: &TypeDesc, right: &TypeDesc, sharing: Sharing) -> Option<&'static str> {
    match written_as(left).shape {
        Shape::Object(fields) => {
            let mut at = 0;
            while at < fields.len() {
                let field = &fields[at];
                let found = if field.flattened {
                    shared(field.type_, right, sharing)
                } else {
                    meets(field.name, Property::of(field), right, sharing)
                };
                if found.is_some() {
                    return found;
                }
                at += 1;
            }
            None
        }
        Shape::Union(_) if matches!(sharing, Sharing::WhatIsAlike) && is_part(left, right) => None,
        Shape::Union(union) => shared_union(union, right, sharing),
        _ => None,
    }
}

/// Whether the one type is the other, or stands flattened in it: then their fields are the same, the tag too.
const fn is_part(part: &TypeDesc, type_: &TypeDesc) -> bool {
    let type_ = written_as(type_);
    if super::same::types(written_as(part), type_) {
        return true;
    }
    let Shape::Object(fields) = type_.shape else { return false };
    let mut at = 0;
    while at < fields.len() {
        if fields[at].flattened && is_part(part, fields[at].type_) {
            return true;
        }
        at += 1;
    }
    false
}

/// Whether names must not meet at all, or may when they mean the same.
#[derive(Clone, Copy)]
pub(super) enum Sharing {
    Nothing,
    WhatIsAlike,
}

const fn shared_union(union: UnionDesc, right: &TypeDesc, sharing: Sharing) -> Option<&'static str> {
    match union.tagging {
        Tagging::Internal(tag) | Tagging::Adjacent { tag, .. } => {
            let found = meets(tag, TAG, right, Sharing::Nothing);
            if found.is_some() {
                return found;
            }
        }
        _ => {}
    }
    let mut at = 0;
    while at < union.variants.len() {
        let variant = &union.variants[at];
        if let Some(content) = variant.content {
            let found = match union.tagging {
                Tagging::External => meets(variant.name, Property::bare(content), right, sharing),
                Tagging::Adjacent { content: name, .. } => {
                    meets(name, Property::bare(content), right, sharing)
                }
                Tagging::Internal(_) | Tagging::Untagged => shared(content, right, sharing),
            };
            if found.is_some() {
                return found;
            }
        }
        at += 1;
    }
    None
}

const fn meets(
    name: &'static str,
    left: Property<'_>,
    right: &TypeDesc,
    sharing: Sharing,
) -> Option<&'static str> {
    match (property(right, name), sharing) {
        (None, _) => None,
        (Some(_), Sharing::Nothing) => Some(name),
        (Some(other), Sharing::WhatIsAlike) => {
            if super::same::properties(left, other) {
                None
            } else {
                Some(name)
            }
        }
    }
}
