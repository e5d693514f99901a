//! Questions that the derive asks at compile time, when the answer needs more than one type.
//!
//! Each is a `const fn`, asked as `const _: () = assert!(question(…), "the cure")`; each is true where it does not
//! apply, so that one mistake gives one error.

use super::{
    Facet, FieldDesc, KeyMutabilityDesc, ListTypeDesc, Literal, MapTypeDesc, MutabilityDesc, Shape, TypeDesc,
};

/// The type that values are written as, below options and newtypes.
pub const fn written_as(type_: &TypeDesc) -> &TypeDesc {
    match type_.shape {
        Shape::Optional(inner) | Shape::Transparent(inner) | Shape::Newtype(inner) => written_as(inner),
        _ => type_,
    }
}

/// Whether serde reads the type from a missing member.
pub const fn is_optional(type_: &TypeDesc) -> bool {
    match type_.shape {
        Shape::Optional(_) => true,
        Shape::Transparent(inner) => is_optional(inner),
        _ => false,
    }
}

/// Whether `null` is a value of the type.
pub const fn is_nullable(type_: &TypeDesc) -> bool {
    if find(type_.facets, Wanted::Nullable) {
        return true;
    }
    match type_.shape {
        Shape::Optional(_) => true,
        Shape::Transparent(inner) | Shape::Newtype(inner) => is_nullable(inner),
        _ => false,
    }
}

/// Whether the type is a list of any kind.
pub const fn is_list(type_: &TypeDesc) -> bool {
    matches!(written_as(type_).shape, Shape::List(_) | Shape::Set(_))
}

/// Whether the type is a map.
pub const fn is_map(type_: &TypeDesc) -> bool {
    matches!(written_as(type_).shape, Shape::Map(_))
}

/// Whether the type has keys: a list or a map.
pub const fn has_keys(type_: &TypeDesc) -> bool {
    is_list(type_) || is_map(type_)
}

/// Whether `kubectl get` can show the type in a column.
pub const fn is_scalar(type_: &TypeDesc) -> bool {
    let shape = written_as(type_).shape;
    matches!(shape, Shape::Boolean | Shape::Integer | Shape::Number | Shape::String | Shape::IntOrString)
}

/// The type of a column that shows the type.
pub const fn column_type(type_: &TypeDesc) -> &'static str {
    match written_as(type_).shape {
        Shape::Boolean => "boolean",
        Shape::Integer => "integer",
        Shape::Number => "number",
        _ => "string",
    }
}

/// Whether number bounds can hold of the type.
pub const fn takes_bounds(type_: &TypeDesc) -> bool {
    let shape = written_as(type_).shape;
    matches!(shape, Shape::Integer | Shape::Number | Shape::IntOrString | Shape::Anything)
}

/// Whether lengths and patterns can hold of the type.
pub const fn takes_text(type_: &TypeDesc) -> bool {
    matches!(written_as(type_).shape, Shape::String | Shape::IntOrString | Shape::Anything)
}

/// Whether a number of items can hold of the type.
pub const fn takes_items(type_: &TypeDesc) -> bool {
    is_list(type_) || matches!(written_as(type_).shape, Shape::Anything)
}

/// Whether a number of members can hold of the type.
pub const fn takes_properties(type_: &TypeDesc) -> bool {
    matches!(written_as(type_).shape, Shape::Map(_) | Shape::Object(_) | Shape::Anything)
}

/// Whether the type can be a Kubernetes object.
pub const fn can_be_object(type_: &TypeDesc) -> bool {
    takes_properties(type_)
}

/// Whether `bound` is a whole number, where the type has only those.
pub const fn bound_is_whole(type_: &TypeDesc, bound: f64) -> bool {
    !matches!(written_as(type_).shape, Shape::Integer) || is_whole(bound)
}

/// Whether `bound` lies in the range of the type.
pub const fn bound_fits(type_: &TypeDesc, bound: f64) -> bool {
    !takes_bounds(type_) || (lowest(type_) <= bound && bound <= highest(type_))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::float_cmp)]
const fn is_whole(number: f64) -> bool {
    // Beyond 2^53 every float is whole.
    number.abs() >= 9_007_199_254_740_992.0 || (number as i64) as f64 == number
}

const fn lowest(type_: &TypeDesc) -> f64 {
    let mut lowest = match below(type_) {
        Some(inner) => lowest(inner),
        None => f64::NEG_INFINITY,
    };
    let mut at = 0;
    while at < type_.facets.len() {
        let bound = match type_.facets[at] {
            Facet::Minimum(bound) => bound,
            Facet::Format(format) if same(format, "int32") => -2_147_483_648.0,
            Facet::Format(format) if same(format, "int64") => -9_223_372_036_854_775_808.0,
            _ => f64::NEG_INFINITY,
        };
        if bound > lowest {
            lowest = bound;
        }
        at += 1;
    }
    lowest
}

const fn highest(type_: &TypeDesc) -> f64 {
    let mut highest = match below(type_) {
        Some(inner) => highest(inner),
        None => f64::INFINITY,
    };
    let mut at = 0;
    while at < type_.facets.len() {
        let bound = match type_.facets[at] {
            Facet::Maximum(bound) => bound,
            Facet::Format(format) if same(format, "int32") => 2_147_483_647.0,
            Facet::Format(format) if same(format, "int64") => 9_223_372_036_854_775_807.0,
            _ => f64::INFINITY,
        };
        if bound < highest {
            highest = bound;
        }
        at += 1;
    }
    highest
}

const fn below(type_: &TypeDesc) -> Option<&TypeDesc> {
    match type_.shape {
        Shape::Optional(inner) | Shape::Transparent(inner) | Shape::Newtype(inner) => Some(inner),
        _ => None,
    }
}

/// Whether all literals are values of the type, as far as their kind goes.
pub const fn literals_fit(type_: &TypeDesc, literals: &[Literal]) -> bool {
    let mut at = 0;
    while at < literals.len() {
        if !literal_fits(type_, literals[at]) {
            return false;
        }
        at += 1;
    }
    true
}

const fn literal_fits(type_: &TypeDesc, literal: Literal) -> bool {
    match (written_as(type_).shape, literal) {
        (Shape::Anything, _)
        | (Shape::Boolean, Literal::Bool(_))
        | (Shape::Integer | Shape::IntOrString, Literal::Integer(_))
        | (Shape::Number, Literal::Integer(_) | Literal::Number(_))
        | (Shape::String | Shape::IntOrString, Literal::String(_))
        | (Shape::List(_) | Shape::Set(_), Literal::List(_))
        | (Shape::Map(_) | Shape::Object(_), Literal::Object(_)) => true,
        (Shape::Integer, Literal::Number(number)) => is_whole(number),
        (_, Literal::Null) => is_nullable(type_),
        _ => false,
    }
}

/// The type of the items of a list or the values of a map.
pub const fn element(type_: &TypeDesc) -> &TypeDesc {
    match written_as(type_).shape {
        Shape::List(element) | Shape::Set(element) | Shape::Map(element) => element,
        _ => &TypeDesc::ANYTHING,
    }
}

/// Whether the items of the list can be those of a list of type `set`.
pub const fn items_fit_set(list: &TypeDesc) -> bool {
    let item = element(list);
    if !is_list(list) {
        return true;
    }
    if is_nullable(item) && !matches!(written_as(item).shape, Shape::Anything) {
        return false;
    }
    match written_as(item).shape {
        Shape::Object(_) | Shape::Map(_) => find_through(item, Wanted::AtomicMap),
        Shape::List(_) => !find_through(item, Wanted::CorrelatedList),
        Shape::Set(_) => false,
        _ => true,
    }
}

/// Whether all sets in the type, below other containers but not below structs, have items that fit.
pub const fn sets_fit(type_: &TypeDesc) -> bool {
    match written_as(type_).shape {
        Shape::Set(item) => items_fit_set(type_) && sets_fit(item),
        Shape::List(inner) | Shape::Map(inner) => sets_fit(inner),
        _ => true,
    }
}

/// Whether the items of the list are structs that are never `null`.
pub const fn items_are_structs(list: &TypeDesc) -> bool {
    let item = element(list);
    !is_list(list) || (matches!(written_as(item).shape, Shape::Object(_)) && !is_nullable(item))
}

/// Whether the items of the list have the member.
pub const fn item_has(list: &TypeDesc, key: &str) -> bool {
    key_field(list, key).is_some() || !items_are_structs(list)
}

/// Whether the member of the items is no list and no object.
pub const fn key_is_scalar(list: &TypeDesc, key: &str) -> bool {
    match key_field(list, key) {
        Some(field) => !matches!(
            written_as(field.type_).shape,
            Shape::List(_) | Shape::Set(_) | Shape::Map(_) | Shape::Object(_)
        ),
        None => true,
    }
}

/// Whether every item has the member, because it must or because the server fills it in.
pub const fn key_is_there(list: &TypeDesc, key: &str) -> bool {
    match key_field(list, key) {
        Some(field) => field.required || find(field.facets, Wanted::Default),
        None => true,
    }
}

/// Whether the member of the items is never `null`.
pub const fn key_is_not_null(list: &TypeDesc, key: &str) -> bool {
    match key_field(list, key) {
        Some(field) => {
            !find(field.facets, Wanted::Nullable) && (field.omits_null || !is_nullable(field.type_))
        }
        None => true,
    }
}

const fn key_field<'t>(list: &'t TypeDesc, key: &str) -> Option<&'t FieldDesc> {
    let Shape::Object(fields) = written_as(element(list)).shape else { return None };
    let mut at = 0;
    while at < fields.len() {
        if same(fields[at].name, key) {
            return Some(&fields[at]);
        }
        at += 1;
    }
    None
}

/// Whether the type is a set in Rust or has one below.
pub const fn has_set(type_: &TypeDesc) -> bool {
    match written_as(type_).shape {
        Shape::Set(_) => true,
        Shape::List(inner) | Shape::Map(inner) => has_set(inner),
        Shape::Object(fields) => {
            let mut at = 0;
            while at < fields.len() {
                if has_set(fields[at].type_) {
                    return true;
                }
                at += 1;
            }
            false
        }
        _ => false,
    }
}

/// Whether a first write can set every member of the struct, outside of lists and maps.
pub const fn only_additions(type_: &TypeDesc) -> bool {
    let Shape::Object(fields) = written_as(type_).shape else { return true };
    let mut at = 0;
    while at < fields.len() {
        if find(fields[at].facets, Wanted::NoAddition) || !only_additions(fields[at].type_) {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether no two of the names are the same.
pub const fn all_differ(names: &[&str]) -> bool {
    let mut at = 0;
    while at < names.len() {
        let mut other = at + 1;
        while other < names.len() {
            if same(names[at], names[other]) {
                return false;
            }
            other += 1;
        }
        at += 1;
    }
    true
}

const fn same(left: &str, right: &str) -> bool {
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

/// A facet to look for.
#[derive(Clone, Copy)]
enum Wanted {
    Default,
    Nullable,
    AtomicMap,
    CorrelatedList,
    NoAddition,
}

const fn find_through(type_: &TypeDesc, wanted: Wanted) -> bool {
    if find(type_.facets, wanted) {
        return true;
    }
    match below(type_) {
        Some(inner) => find_through(inner, wanted),
        None => false,
    }
}

const fn find(facets: &[Facet], wanted: Wanted) -> bool {
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
        Wanted::Default => matches!(facet, Facet::Default(_) | Facet::DefaultFn(_)),
        Wanted::Nullable => matches!(facet, Facet::Nullable),
        Wanted::AtomicMap => matches!(facet, Facet::MapType(MapTypeDesc::Atomic)),
        Wanted::CorrelatedList => {
            matches!(facet, Facet::ListType(ListTypeDesc::Map | ListTypeDesc::Set))
        }
        Wanted::NoAddition => matches!(
            facet,
            Facet::Mutability(MutabilityDesc::Immutable | MutabilityDesc::RemoveOnly)
                | Facet::KeyMutability(KeyMutabilityDesc::Immutable | KeyMutabilityDesc::RemoveOnly)
        ),
    }
}
