//! Whether bounds fit a type.

use super::find::{below, same};
use super::kind::takes_bounds;
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

#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::float_cmp)]
pub(super) const fn is_whole(number: f64) -> bool {
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
