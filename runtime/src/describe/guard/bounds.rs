//! Whether bounds fit a type.

use super::find::{below, same};
use super::kind::takes_bounds;
use super::level::range_of;
use super::written_as;
use crate::describe::{Facet, Shape, TypeDesc};

/// Whether `bound` is a whole number, where the type has only those.
pub const fn bound_is_whole(type_: &TypeDesc, bound: f64) -> bool {
    !matches!(written_as(type_).shape, Shape::Integer) || is_whole(bound)
}

/// Whether `bound` lies in the range of the type.
pub const fn bound_fits(type_: &TypeDesc, bound: f64) -> bool {
    !takes_bounds(type_) || (lowest(type_) <= bound && bound <= highest(type_))
}

/// Whether a format in the place of the type's own lets a server take no number that the type cannot have; `said` are the
/// bounds beside it.
///
/// Of numbers a server knows `int32`, `int64`, `float` and `double`, and asks nothing of any other format.
/// Source: `kube-openapi pkg/validation/validate/schema.go`, `numberValidator`.
pub const fn format_keeps_range(type_: &TypeDesc, format: &str, said: (f64, f64)) -> bool {
    match written_as(type_).shape {
        Shape::Integer if has_format(type_, "int32") && !same(format, "int32") => {
            let (low, high) = bounds(type_, said);
            low >= -2_147_483_648.0 && high <= 2_147_483_647.0
        }
        Shape::Number => same(format, "float") || !has_format(type_, "float"),
        _ => true,
    }
}

/// The bounds of the type that are no format's, together with these.
const fn bounds(type_: &TypeDesc, (mut low, mut high): (f64, f64)) -> (f64, f64) {
    let mut at = 0;
    while at < type_.facets.len() {
        match type_.facets[at] {
            Facet::Minimum(bound) if bound > low => low = bound,
            Facet::Maximum(bound) if bound < high => high = bound,
            _ => {}
        }
        at += 1;
    }
    match below(type_) {
        Some(inner) => bounds(inner, (low, high)),
        None => (low, high),
    }
}

const fn has_format(type_: &TypeDesc, wanted: &str) -> bool {
    let mut at = 0;
    while at < type_.facets.len() {
        if let Facet::Format(format) = type_.facets[at] {
            return same(format, wanted);
        }
        at += 1;
    }
    match below(type_) {
        Some(inner) => has_format(inner, wanted),
        None => false,
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::float_cmp)]
pub(super) const fn is_whole(number: f64) -> bool {
    // Beyond 2^53 every float is whole.
    number.abs() >= 9_007_199_254_740_992.0 || (number as i64) as f64 == number
}

pub(super) const fn lowest(type_: &TypeDesc) -> f64 {
    let mut lowest = match below(type_) {
        Some(inner) => lowest(inner),
        None => f64::NEG_INFINITY,
    };
    let mut at = 0;
    while at < type_.facets.len() {
        let bound = match type_.facets[at] {
            Facet::Minimum(bound) => bound,
            Facet::Format(format) => range_of(format).0,
            _ => f64::NEG_INFINITY,
        };
        if bound > lowest {
            lowest = bound;
        }
        at += 1;
    }
    lowest
}

pub(super) const fn highest(type_: &TypeDesc) -> f64 {
    let mut highest = match below(type_) {
        Some(inner) => highest(inner),
        None => f64::INFINITY,
    };
    let mut at = 0;
    while at < type_.facets.len() {
        let bound = match type_.facets[at] {
            Facet::Maximum(bound) => bound,
            Facet::Format(format) => range_of(format).1,
            _ => f64::INFINITY,
        };
        if bound < highest {
            highest = bound;
        }
        at += 1;
    }
    highest
}
