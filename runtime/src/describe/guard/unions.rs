//! Whether the variants of an enum, and the parts of a flattened struct, fit into one object.

use super::find::{Wanted, find, find_through, same};
use super::kind::{Kind, can_be_merged, kind};
use super::properties::{Sharing, property, shared};
use super::{refuse, written_as};
use crate::describe::{FieldDesc, Shape, Tagging, TypeDesc, UnionDesc, VariantDesc};

/// Stops the compilation when the variant does not fit to its tag or to the variants before it.
///
/// # Panics
/// With the cure, when the variant does not fit.
#[track_caller]
pub const fn require_variant(type_: &TypeDesc, at: usize) {
    let Shape::Union(union) = written_as(type_).shape else { return };
    let Some(content) = union.variants[at].content else { return };
    let variant = &union.variants[at];
    if matches!(kind(content), Kind::Mixed) {
        // Reported of the enum that it is, with the way out.
        return;
    }
    if !matches!(union.tagging, Tagging::External) {
        no_defaults(variant, content);
    }
    match union.tagging {
        Tagging::Internal(tag) => internal(variant, content, tag),
        Tagging::Adjacent { .. } => no_rules_inside(variant, content),
        Tagging::Untagged if has_any_properties(content) => {
            if union.variants.len() > 1 && !has_any_properties_before(union, at) {
                any_properties(variant, content);
            }
            return;
        }
        Tagging::External | Tagging::Untagged => {}
    }
    let mut before = 0;
    while before < at {
        if let Some(other) = union.variants[before].content
            && !is_reported(union, other)
        {
            pair(union, (&union.variants[before], other), (variant, content));
        }
        before += 1;
    }
}

/// Whether a variant is refused by itself, so that nothing is said of it beside the others.
const fn is_reported(union: UnionDesc, content: &TypeDesc) -> bool {
    matches!(kind(content), Kind::Mixed)
        || matches!(union.tagging, Tagging::Untagged) && has_any_properties(content)
}

/// Whether a value of another variant may be one of this type, too.
const fn has_any_properties(content: &TypeDesc) -> bool {
    matches!(kind(content), Kind::Anything | Kind::Unknown | Kind::Map)
}

const fn has_any_properties_before(union: UnionDesc, at: usize) -> bool {
    let mut before = 0;
    while before < at {
        if let Some(content) = union.variants[before].content
            && has_any_properties(content)
        {
            return true;
        }
        before += 1;
    }
    false
}

#[track_caller]
const fn any_properties(variant: &VariantDesc, content: &TypeDesc) {
    refuse(&[
        "`",
        variant.name,
        "` is ",
        kind(content).name(),
        ", which no schema tells from the other variants; tag the enum, or write `#[preserve_unknown]` on it",
    ]);
}

#[track_caller]
const fn internal(variant: &VariantDesc, content: &TypeDesc, tag: &str) {
    if !can_be_merged(content) {
        refuse(&[
            "`",
            variant.name,
            "` is ",
            kind(content).name(),
            ", and the tag `",
            tag,
            "` stands among the fields of the variant; name its fields, or add `content = \"…\"` beside the tag",
        ]);
    }
    if property(content, tag).is_some() {
        refuse(&[
            "`",
            tag,
            "` is the tag, and `",
            variant.name,
            "` has a field of that name; rename one of the two",
        ]);
    }
}

/// A server fills in defaults before it asks which variant an object is.
#[track_caller]
const fn no_defaults(variant: &VariantDesc, content: &TypeDesc) {
    if let Some(name) = defaulted(content) {
        refuse(&[
            "`",
            name,
            "` of `",
            variant.name,
            "` has a default, which a server would fill in whichever variant it is; remove it, or tag the enum externally",
        ]);
    }
}

/// The first field with a default.
const fn defaulted(content: &TypeDesc) -> Option<&'static str> {
    let Shape::Object(fields) = written_as(content).shape else { return None };
    let mut at = 0;
    while at < fields.len() {
        let field = &fields[at];
        if find(field.facets, Wanted::Default) || find_through(field.type_, Wanted::Default) {
            return Some(field.name);
        }
        if field.flattened
            && let Some(name) = defaulted(field.type_)
        {
            return Some(name);
        }
        at += 1;
    }
    None
}

/// A rule of the content cannot see the tag that makes it hold.
#[track_caller]
const fn no_rules_inside(variant: &VariantDesc, content: &TypeDesc) {
    if find_through(content, Wanted::Rule) {
        refuse(&[
            "the type of `",
            variant.name,
            "` has a rule, which would hold of the other variants too; tag the enum without `content`, or move the rule",
        ]);
    }
}

#[track_caller]
const fn pair(union: UnionDesc, left: (&VariantDesc, &TypeDesc), right: (&VariantDesc, &TypeDesc)) {
    let merged = can_be_merged(left.1) && can_be_merged(right.1);
    match union.tagging {
        Tagging::External => {}
        Tagging::Internal(_) => fields_agree(left, right),
        Tagging::Adjacent { .. } | Tagging::Untagged if merged => fields_agree(left, right),
        Tagging::Untagged if is_int_and_string(kind(left.1), kind(right.1)) => {}
        Tagging::Untagged if is_one_scalar(union) => {
            no_rules(left);
            no_rules(right);
        }
        Tagging::Adjacent { .. } | Tagging::Untagged => {
            if !super::same::types(left.1, right.1) {
                unlike(left, right, union.tagging);
            }
        }
    }
}

/// Whether all variants are values of one type, of which an `anyOf` says which are taken.
const fn is_one_scalar(union: UnionDesc) -> bool {
    matches!(super::kind::of_any(union.variants), Kind::String | Kind::Integer | Kind::Number)
}

#[track_caller]
const fn no_rules((variant, content): (&VariantDesc, &TypeDesc)) {
    if find_through(content, Wanted::Rule) {
        refuse(&[
            "the type of `",
            variant.name,
            "` has a rule, which would hold of the other variants too; tag the enum, or move the rule to the enum",
        ]);
    }
}

const fn is_int_and_string(left: Kind, right: Kind) -> bool {
    matches!((left, right), (Kind::Integer, Kind::String) | (Kind::String, Kind::Integer))
}

#[track_caller]
const fn fields_agree(left: (&VariantDesc, &TypeDesc), right: (&VariantDesc, &TypeDesc)) {
    let Some(name) = shared(left.1, right.1, Sharing::WhatIsAlike) else { return };
    let (one, other) = (property_kind(left.1, name), property_kind(right.1, name));
    refuse(&[
        "`",
        name,
        "` is ",
        one,
        " in `",
        left.0.name,
        "` and ",
        other,
        if_same(one, other),
        " in `",
        right.0.name,
        "`, and one object has both; ",
        if property_is_int_or_string(left.1, name)
            && property_is_int_or_string(right.1, name)
            && !same(one, other)
        {
            "make both an `IntOrString`"
        } else {
            "give both the same type and attributes"
        },
        ", rename one, or tag the enum externally",
    ]);
}

const fn property_is_int_or_string(type_: &TypeDesc, name: &str) -> bool {
    match property(type_, name) {
        Some(property) => matches!(kind(property.type_), Kind::Integer | Kind::String | Kind::IntOrString),
        None => false,
    }
}

const fn property_kind(type_: &TypeDesc, name: &str) -> &'static str {
    match property(type_, name) {
        Some(property) => kind(property.type_).name(),
        None => "the tag",
    }
}

const fn if_same(one: &str, other: &str) -> &'static str {
    if same(one, other) { " with other attributes" } else { "" }
}

#[track_caller]
const fn unlike(left: (&VariantDesc, &TypeDesc), right: (&VariantDesc, &TypeDesc), tagging: Tagging) {
    let (one, other) = (kind(left.1).name(), kind(right.1).name());
    let cure = match tagging {
        Tagging::Adjacent { .. } => {
            ", and one property has both; write struct variants, or tag the enum externally"
        }
        _ => ", and no schema has both; tag the enum, or write `#[preserve_unknown]` on it",
    };
    refuse(&[
        "`",
        left.0.name,
        "` is ",
        one,
        " and `",
        right.0.name,
        "` is ",
        other,
        if_same(one, other),
        cure,
    ]);
}

/// Stops the compilation when what is flattened is no object, or has a name that the struct has already.
///
/// # Panics
/// With the cure, when it does not fit.
#[track_caller]
pub const fn require_flattened(type_: &TypeDesc, name: &str) {
    let Shape::Object(fields) = written_as(type_).shape else { return };
    let mut at = 0;
    while at < fields.len() {
        if same(fields[at].name, name) {
            fits(fields, at);
        }
        at += 1;
    }
}

#[track_caller]
const fn fits(fields: &[FieldDesc], at: usize) {
    let type_ = fields[at].type_;
    let alone = fields.len() == 1;
    let is_alone = alone && matches!(kind(type_), Kind::Map);
    if !(can_be_merged(type_) || is_alone) {
        let cure = match kind(type_) {
            Kind::Map => {
                "typed values cannot stand beside declared fields; write `BTreeMap<String, serde_json::Value>`"
            }
            _ => "only fields can be flattened; use a struct, an enum with data, or a map",
        };
        refuse(&["this is ", kind(type_).name(), ": ", cure]);
    }
    let mut other = 0;
    while other < fields.len() {
        if other != at && !(fields[other].flattened && other > at) {
            one_name(&fields[other], type_);
        }
        other += 1;
    }
}

#[track_caller]
const fn one_name(field: &FieldDesc, flattened: &TypeDesc) {
    let found = if field.flattened {
        shared(flattened, field.type_, Sharing::Nothing)
    } else if property(flattened, field.name).is_some() {
        Some(field.name)
    } else {
        None
    };
    if let Some(name) = found {
        refuse(&[
            "`",
            name,
            "` is a field here and in what is flattened, and serde would write it twice; rename one of the two",
        ]);
    }
}
