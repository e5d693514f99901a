//! Why a literal is no value of a type: what its type says, and the types in it.

use super::find::{Wanted, below, find, find_through, same};
use super::kind::{Kind, kind};
use super::level::of_level;
use super::literals::literal_fits;
use super::properties::property;
use crate::describe::{Facet, FieldDesc, Literal, Shape, Tagging, TypeDesc, UnionDesc};

/// Why a server refuses a value, and the property in it that is meant, if it is not the whole.
#[derive(Clone, Copy)]
pub(super) struct LiteralError {
    pub(super) property: &'static str,
    pub(super) problem: Problem,
}

#[derive(Clone, Copy)]
pub(super) enum Problem {
    /// What is wrong, and what to write instead.
    Is(&'static str, &'static str),
    NoneOf(&'static [Literal]),
    Misses(&'static str),
    DoesNotKnow(&'static str),
}

#[expect(clippy::unnecessary_wraps, reason = "callers return it as it is")]
pub(super) const fn of_whole(problem: Problem) -> Option<LiteralError> {
    Some(LiteralError { property: "", problem })
}

pub(super) const fn is(what: &'static str, cure: &'static str) -> Option<LiteralError> {
    of_whole(Problem::Is(what, cure))
}

/// The first reason why the value is none of the type with these facets.
pub(super) const fn error(
    type_: &TypeDesc,
    facets: &'static [Facet],
    value: &Literal,
) -> Option<LiteralError> {
    if let Literal::Null = value {
        let null = find(facets, Wanted::Nullable) || literal_fits(type_, Literal::Null);
        return if null { None } else { is("is null, which the type does not have", "write another value") };
    }
    let found = of_level(facets, value);
    if found.is_some() {
        return found;
    }
    of_type(type_, type_, value)
}

/// `whole` is the type with all newtypes around `type_`.
const fn of_type(whole: &TypeDesc, type_: &TypeDesc, value: &Literal) -> Option<LiteralError> {
    let found = of_level(type_.facets, value);
    if found.is_some() {
        return found;
    }
    match below(type_) {
        Some(inner) => of_type(whole, inner, value),
        None if !literal_fits(type_, *value) => {
            is("is of another type than the field", "write a value that the field can have")
        }
        None => of_shape(whole, type_.shape, value),
    }
}

pub(super) const fn named(found: Option<LiteralError>, name: &'static str) -> Option<LiteralError> {
    match found {
        Some(LiteralError { property, problem }) if property.is_empty() => {
            Some(LiteralError { property: name, problem })
        }
        other => other,
    }
}

const fn of_shape(whole: &TypeDesc, shape: Shape, value: &Literal) -> Option<LiteralError> {
    match (shape, value) {
        (Shape::Object(fields), Literal::Object(properties)) => {
            let found = known(whole, properties);
            if found.is_some() { found } else { complete(fields, properties) }
        }
        (Shape::Map(values), Literal::Object(properties)) => {
            let mut at = 0;
            while at < properties.len() {
                let found = error(values, &[], &properties[at].1);
                if found.is_some() {
                    return named(found, properties[at].0);
                }
                at += 1;
            }
            None
        }
        (Shape::List(item) | Shape::Set(item), Literal::List(items)) => {
            let mut at = 0;
            while at < items.len() {
                let found = error(item, &[], &items[at]);
                if found.is_some() {
                    return found;
                }
                at += 1;
            }
            None
        }
        (Shape::Tuple(types), Literal::List(items)) if types.len() != items.len() => {
            is("has another number of items than the tuple", "write one for each")
        }
        (Shape::Union(union), Literal::Object(properties)) => of_union(&union, properties),
        _ => None,
    }
}

/// Whether every property is one of the type, with a value that it can have.
const fn known(type_: &TypeDesc, properties: &[(&'static str, Literal)]) -> Option<LiteralError> {
    let mut at = 0;
    while at < properties.len() {
        let (name, value) = properties[at];
        let found = match property(type_, name) {
            Some(property) if matches!(value, Literal::Null) && property.is_nullable() => None,
            Some(property) => error(property.type_, property.facets, &value),
            None if is_open(type_) || find_through(type_, Wanted::EmbeddedResource) => None,
            None => of_whole(Problem::DoesNotKnow(name)),
        };
        if let Some(LiteralError { problem: Problem::DoesNotKnow(_), .. }) = found {
            return found;
        }
        if found.is_some() {
            return named(found, name);
        }
        at += 1;
    }
    None
}

/// Whether a server keeps properties that the type does not have.
pub(super) const fn is_open(type_: &TypeDesc) -> bool {
    if find_through(type_, Wanted::PreserveUnknown) {
        return true;
    }
    let Shape::Object(fields) = super::written_as(type_).shape else {
        return matches!(kind(type_), Kind::Anything | Kind::Unknown | Kind::Map);
    };
    let mut at = 0;
    while at < fields.len() {
        if fields[at].flattened && is_open(fields[at].type_) {
            return true;
        }
        at += 1;
    }
    false
}

/// Whether all required properties are there; those of flattened types are left to who makes the definition.
const fn complete(fields: &[FieldDesc], properties: &[(&'static str, Literal)]) -> Option<LiteralError> {
    let mut at = 0;
    while at < fields.len() {
        if fields[at].required && !fields[at].flattened && !has(properties, fields[at].name) {
            return of_whole(Problem::Misses(fields[at].name));
        }
        at += 1;
    }
    None
}

const fn has(properties: &[(&'static str, Literal)], name: &str) -> bool {
    let mut at = 0;
    while at < properties.len() {
        if same(properties[at].0, name) {
            return true;
        }
        at += 1;
    }
    false
}

/// An object with one variant, or with a tag that names one.
const fn of_union(union: &UnionDesc, properties: &[(&'static str, Literal)]) -> Option<LiteralError> {
    match union.tagging {
        Tagging::Untagged => None,
        Tagging::External => match properties {
            [(name, value)] => match variant(union, name) {
                Some(Some(content)) => named(error(content, &[], value), name),
                Some(None) => None,
                None => is("names no variant", "write the name of one as serde writes it"),
            },
            _ => is("is not of one variant", "write an object with the name of one variant"),
        },
        Tagging::Internal(tag) | Tagging::Adjacent { tag, .. } => {
            let mut at = 0;
            while at < properties.len() {
                match properties[at] {
                    (name, Literal::String(said)) if same(name, tag) => {
                        return match variant(union, said) {
                            Some(_) => None,
                            None => {
                                is("names no variant in its tag", "write the name of one as serde writes it")
                            }
                        };
                    }
                    _ => at += 1,
                }
            }
            of_whole(Problem::Misses(tag))
        }
    }
}

/// The content of the variant of that name, if there is one.
#[expect(clippy::option_option, reason = "a variant may have no content")]
const fn variant(union: &UnionDesc, name: &str) -> Option<Option<&'static TypeDesc>> {
    let mut at = 0;
    while at < union.variants.len() {
        if same(union.variants[at].name, name) {
            return Some(union.variants[at].content);
        }
        at += 1;
    }
    None
}
