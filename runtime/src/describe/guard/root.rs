//! What every resource has, and a root that the user wrote reads.

use super::find::same;
use super::kind::{Kind, kind};
use super::properties::property;
use super::{denies_unknown, written_as};
use crate::describe::{Facet, FieldDesc, Literal, Shape, TypeDesc};

/// Whether the type is an object, as a spec and a status are.
pub const fn is_object(type_: &TypeDesc) -> bool {
    matches!(kind(type_), Kind::Object | Kind::Map | Kind::Anything | Kind::Unknown)
}

/// Whether the type has a property of that name.
pub const fn has_property(type_: &TypeDesc, name: &str) -> bool {
    property(type_, name).is_some()
}

/// Whether serde reads the string as the type: it is a string, and if only some, this is one of them.
pub const fn says(type_: &TypeDesc, string: &str) -> bool {
    match kind(type_) {
        Kind::Anything | Kind::Unknown | Kind::IntOrString => true,
        Kind::String => is_among(type_, string),
        _ => false,
    }
}

const fn is_among(type_: &TypeDesc, string: &str) -> bool {
    let mut at = 0;
    while at < type_.facets.len() {
        if let Facet::Enum(values) = type_.facets[at]
            && !has(values, string)
        {
            return false;
        }
        at += 1;
    }
    match super::find::below(type_) {
        Some(inner) => is_among(inner, string),
        None => true,
    }
}

const fn has(values: &[Literal], string: &str) -> bool {
    let mut at = 0;
    while at < values.len() {
        if let Literal::String(value) = values[at]
            && same(value, string)
        {
            return true;
        }
        at += 1;
    }
    false
}

/// Whether serde reads the metadata of every object as the type.
///
/// Source: `k8s.io/apimachinery pkg/apis/meta/v1`, `ObjectMeta`.
pub const fn metadata_fits(type_: &TypeDesc) -> bool {
    if denies_unknown(type_) {
        return false;
    }
    match written_as(type_).shape {
        Shape::Anything | Shape::JsonSchema(_) => true,
        Shape::Map(values) => matches!(kind(values), Kind::Anything | Kind::Unknown),
        Shape::Object(fields) => all_fit(fields),
        _ => false,
    }
}

const fn all_fit(fields: &[FieldDesc]) -> bool {
    let mut at = 0;
    while at < fields.len() {
        let field = &fields[at];
        let fits = if field.flattened { metadata_fits(field.type_) } else { part_fits(field) };
        if !fits {
            return false;
        }
        at += 1;
    }
    true
}

/// Strings, integers, maps and lists that metadata has; of anything else an object has none.
const fn part_fits(field: &FieldDesc) -> bool {
    match field.name.as_bytes() {
        b"name" | b"generateName" | b"namespace" | b"selfLink" | b"uid" | b"resourceVersion"
        | b"creationTimestamp" | b"deletionTimestamp" => {
            matches!(kind(field.type_), Kind::String | Kind::IntOrString | Kind::Anything | Kind::Unknown)
        }
        b"generation" | b"deletionGracePeriodSeconds" => {
            matches!(
                kind(field.type_),
                Kind::Integer | Kind::Number | Kind::IntOrString | Kind::Anything | Kind::Unknown
            )
        }
        b"labels" | b"annotations" => is_object(field.type_),
        b"finalizers" | b"ownerReferences" | b"managedFields" => {
            matches!(kind(field.type_), Kind::List | Kind::Anything | Kind::Unknown)
        }
        _ => !field.required,
    }
}

/// Whether what is flattened into a root reads `apiVersion`, `kind` and `metadata` as they are, if at all.
pub const fn root_part_fits(type_: &TypeDesc, kind: &str) -> bool {
    let says_version = match property(type_, "apiVersion") {
        Some(property) => {
            matches!(super::kind(property.type_), Kind::String | Kind::Anything | Kind::Unknown)
        }
        None => true,
    };
    let says_kind = match property(type_, "kind") {
        Some(property) => says(property.type_, kind),
        None => true,
    };
    let has_metadata = match property(type_, "metadata") {
        Some(property) => metadata_fits(property.type_),
        None => true,
    };
    says_version && says_kind && has_metadata && !has_alias_of_root(type_)
}

/// Whether serde reads one of the names into a property of another name.
const fn has_alias_of_root(type_: &TypeDesc) -> bool {
    let Shape::Object(fields) = written_as(type_).shape else { return false };
    let mut at = 0;
    while at < fields.len() {
        let field = &fields[at];
        if field.flattened && has_alias_of_root(field.type_) {
            return true;
        }
        let mut alias = 0;
        while alias < field.aliases.len() {
            if matches!(field.aliases[alias].as_bytes(), b"apiVersion" | b"kind" | b"metadata") {
                return true;
            }
            alias += 1;
        }
        at += 1;
    }
    false
}

/// Whether serde reads the flattened type where none of its properties is there.
pub const fn needs_nothing(type_: &TypeDesc) -> bool {
    match type_.shape {
        Shape::Transparent(inner) | Shape::Newtype(inner) => needs_nothing(inner),
        Shape::Object(fields) => {
            let mut at = 0;
            while at < fields.len() {
                let field = &fields[at];
                let needed = if field.flattened { !needs_nothing(field.type_) } else { field.required };
                if needed {
                    return false;
                }
                at += 1;
            }
            true
        }
        Shape::Union(_) => false,
        _ => true,
    }
}
