//! What is said of values, as value validations.

use super::words::value;
use crate::describe::Facet;
use crate::schema::{NestedValueValidation, ValueValidation};

/// Bounds of the same kind narrow each other; patterns and enums that meet another one must both hold.
pub(super) fn validate(validation: &mut ValueValidation, facet: &Facet) {
    match *facet {
        Facet::Format("") => validation.format = None,
        Facet::Format(format) => validation.format = Some(format.to_owned()),
        Facet::Minimum(bound) if validation.minimum.is_none_or(|known| known < bound) => {
            validation.minimum = Some(bound);
            validation.exclusive_minimum = false;
        }
        Facet::Maximum(bound) if validation.maximum.is_none_or(|known| known > bound) => {
            validation.maximum = Some(bound);
            validation.exclusive_maximum = false;
        }
        Facet::ExclusiveMinimum => validation.exclusive_minimum = true,
        Facet::ExclusiveMaximum => validation.exclusive_maximum = true,
        Facet::MinLength(limit) => raise(&mut validation.min_length, limit),
        Facet::MaxLength(limit) => lower(&mut validation.max_length, limit),
        Facet::MinItems(limit) => raise(&mut validation.min_items, limit),
        Facet::MaxItems(limit) => lower(&mut validation.max_items, limit),
        Facet::MinProperties(limit) => raise(&mut validation.min_properties, limit),
        Facet::MaxProperties(limit) => lower(&mut validation.max_properties, limit),
        Facet::MultipleOf(factor) => match validation.multiple_of {
            None => validation.multiple_of = Some(factor),
            Some(_) => also(validation, |also| also.multiple_of = Some(factor)),
        },
        Facet::Pattern(pattern) => match validation.pattern {
            None => validation.pattern = Some(pattern.to_owned()),
            Some(_) => also(validation, |also| also.pattern = Some(pattern.to_owned())),
        },
        Facet::Enum(literals) => {
            let values = literals.iter().copied().map(value).collect();
            if validation.enum_.is_empty() {
                validation.enum_ = values;
            } else {
                also(validation, |also| also.enum_ = values);
            }
        }
        _ => {}
    }
}

fn raise(limit: &mut Option<i64>, to: i64) {
    *limit = Some(limit.map_or(to, |known| known.max(to)));
}

fn lower(limit: &mut Option<i64>, to: i64) {
    *limit = Some(limit.map_or(to, |known| known.min(to)));
}

fn also(validation: &mut ValueValidation, set: impl FnOnce(&mut ValueValidation)) {
    let mut nested = NestedValueValidation::default();
    set(&mut nested.value_validation);
    validation.all_of.push(nested);
}
