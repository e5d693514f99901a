//! Why a literal is no value for what is said at one place, a type or a field.

use super::bounds::is_whole;
use super::error::{LiteralError, Problem, is, named, of_whole};
use super::find::same;
use super::same::literal as equal;
use crate::describe::{Facet, ListTypeDesc, Literal};

/// The first reason that one of the facets gives.
pub(super) const fn of_level(facets: &'static [Facet], value: &Literal) -> Option<LiteralError> {
    let mut at = 0;
    while at < facets.len() {
        let found = of_facet(facets, &facets[at], value);
        if found.is_some() {
            return found;
        }
        at += 1;
    }
    None
}

const fn of_facet(level: &'static [Facet], facet: &Facet, value: &Literal) -> Option<LiteralError> {
    match (*facet, *value) {
        (Facet::Enum(values), _) if !contains(values, value) => of_whole(Problem::NoneOf(values)),
        (Facet::Element(of_element), Literal::List(items)) => of_items(of_element, items),
        (Facet::Element(of_element), Literal::Object(properties)) => of_values(of_element, properties),
        (Facet::ListType(ListTypeDesc::Set), Literal::List(items)) if has_twice(items) => {
            is("has an item twice, and a set has each once", "write it once")
        }
        (_, Literal::String(string)) => of_length(facet, characters(string)),
        (_, Literal::List(items)) => of_items_count(facet, items.len()),
        (_, Literal::Object(properties)) => of_properties_count(facet, properties.len()),
        (_, Literal::Integer(number)) => of_number(level, facet, as_float(number)),
        (_, Literal::Number(number)) => of_number(level, facet, number),
        _ => None,
    }
}

#[allow(clippy::cast_precision_loss)]
const fn as_float(number: i64) -> f64 {
    number as f64
}

#[expect(clippy::float_cmp, reason = "the bound itself is meant")]
const fn of_number(level: &'static [Facet], facet: &Facet, number: f64) -> Option<LiteralError> {
    match *facet {
        Facet::Minimum(bound) if number < bound || number == bound && has_exclusive(level, true) => {
            is("is below the minimum", "write a number within the bounds, or change them")
        }
        Facet::Maximum(bound) if number > bound || number == bound && has_exclusive(level, false) => {
            is("is above the maximum", "write a number within the bounds, or change them")
        }
        Facet::Format(format) if !has_number(format, number) => {
            is("is outside of the format of the field", "write a number that the format has, or change it")
        }
        Facet::MultipleOf(factor) if !is_multiple(number, factor) => {
            is("is no multiple of `multiple_of`", "write a multiple")
        }
        _ => None,
    }
}

/// Whether a number is one of the format, as far as a server knows it.
///
/// Source: `kube-openapi pkg/validation/validate/values.go`, `IsValueValidAgainstRange`.
pub(super) const fn has_number(format: &str, number: f64) -> bool {
    let (low, high) = range_of(format);
    low <= number && number <= high
}

/// The smallest and the largest number of the format.
pub(super) const fn range_of(format: &str) -> (f64, f64) {
    if same(format, "int32") {
        (-2_147_483_648.0, 2_147_483_647.0)
    } else if same(format, "int64") {
        (-9_223_372_036_854_775_808.0, 9_223_372_036_854_775_807.0)
    } else if same(format, "float") {
        (f32::MIN as f64, f32::MAX as f64)
    } else {
        (f64::NEG_INFINITY, f64::INFINITY)
    }
}

const fn has_exclusive(level: &[Facet], low: bool) -> bool {
    let mut at = 0;
    while at < level.len() {
        match level[at] {
            Facet::ExclusiveMinimum if low => return true,
            Facet::ExclusiveMaximum if !low => return true,
            _ => {}
        }
        at += 1;
    }
    false
}

/// Fractions are left to who makes the definition: a server divides floats there.
#[allow(clippy::cast_possible_truncation)]
const fn is_multiple(number: f64, factor: f64) -> bool {
    let exact = is_whole(number) && is_whole(factor) && number.abs() < 9e15 && factor.abs() < 9e15;
    !exact || factor == 0.0 || (number as i64) % (factor as i64) == 0
}

const fn of_length(facet: &Facet, length: usize) -> Option<LiteralError> {
    match *facet {
        Facet::MinLength(least) if is_less(length, least) => {
            is("has fewer characters than `min_length`", "write a longer one")
        }
        Facet::MaxLength(most) if is_more(length, most) => {
            is("has more characters than `max_length`", "write a shorter one")
        }
        _ => None,
    }
}

const fn of_items_count(facet: &Facet, count: usize) -> Option<LiteralError> {
    match *facet {
        Facet::MinItems(least) if is_less(count, least) => {
            is("has fewer items than the field must have", "add items, or lower `min_items`")
        }
        Facet::MaxItems(most) if is_more(count, most) => {
            is("has more items than the field may have", "remove items, or raise `max_items`")
        }
        _ => None,
    }
}

const fn of_properties_count(facet: &Facet, count: usize) -> Option<LiteralError> {
    match *facet {
        Facet::MinProperties(least) if is_less(count, least) => {
            is("has fewer properties than `min_properties`", "add properties")
        }
        Facet::MaxProperties(most) if is_more(count, most) => {
            is("has more properties than `max_properties`", "remove properties")
        }
        _ => None,
    }
}

#[allow(clippy::cast_possible_wrap)]
const fn is_less(count: usize, least: i64) -> bool {
    (count as i64) < least
}

#[allow(clippy::cast_possible_wrap)]
const fn is_more(count: usize, most: i64) -> bool {
    count as i64 > most
}

/// How many characters the string has; those of UTF-8 begin with a byte that is none of the middle.
const fn characters(string: &str) -> usize {
    let (bytes, mut count, mut at) = (string.as_bytes(), 0, 0);
    while at < bytes.len() {
        if bytes[at] & 0b1100_0000 != 0b1000_0000 {
            count += 1;
        }
        at += 1;
    }
    count
}

const fn contains(values: &[Literal], value: &Literal) -> bool {
    let mut at = 0;
    while at < values.len() {
        if equal(&values[at], value) {
            return true;
        }
        at += 1;
    }
    false
}

const fn has_twice(items: &[Literal]) -> bool {
    let mut at = 0;
    while at < items.len() {
        if contains(items.split_at(at).0, &items[at]) {
            return true;
        }
        at += 1;
    }
    false
}

const fn of_items(facets: &'static [Facet], items: &[Literal]) -> Option<LiteralError> {
    let mut at = 0;
    while at < items.len() {
        let found = of_level(facets, &items[at]);
        if found.is_some() {
            return found;
        }
        at += 1;
    }
    None
}

const fn of_values(facets: &'static [Facet], properties: &[(&'static str, Literal)]) -> Option<LiteralError> {
    let mut at = 0;
    while at < properties.len() {
        let found = of_level(facets, &properties[at].1);
        if found.is_some() {
            return named(found, properties[at].0);
        }
        at += 1;
    }
    None
}
