//! `null` beside an enum or a choice.
//!
//! A server refuses `null` where there is an `enum`, nullable or not, and where there is a `oneOf`, all of whose
//! branches hold of it. So both move into an `anyOf` with a branch that holds of `null` alone. An `anyOf` whose branches all have
//! an `enum` gets this branch, too.

use super::merge::nested;
use crate::schema::{AnyOf, SchemaNode, SchemaType, ValueValidation};

/// Lets a nullable node be `null`.
pub(super) fn admit(node: &mut SchemaNode) {
    if !node.nullable {
        return;
    }
    let Some(only_null) = only_null(node.type_.as_ref()) else { return };
    let validation = &mut node.value_validation;
    let mut moved = ValueValidation {
        enum_: std::mem::take(&mut validation.enum_),
        one_of: std::mem::take(&mut validation.one_of),
        not: validation.not.take(),
        all_of: std::mem::take(&mut validation.all_of),
        ..ValueValidation::default()
    };
    moved.enum_.retain(|value| !value.is_null());
    if moved == ValueValidation::default() {
        if let AnyOf::Validations(branches) = &mut validation.any_of
            && !branches.is_empty()
            && branches.iter().all(|branch| !branch.value_validation.enum_.is_empty())
        {
            branches.push(nested(only_null));
        }
        return;
    }
    moved.any_of = std::mem::take(&mut validation.any_of);
    validation.any_of = AnyOf::Validations(vec![nested(moved), nested(only_null)]);
}

/// What holds of no value of the type, and of `null`, of which it is not asked.
fn only_null(type_: Option<&SchemaType>) -> Option<ValueValidation> {
    let mut none = ValueValidation::default();
    match type_? {
        SchemaType::String => (none.min_length, none.max_length) = (Some(1), Some(0)),
        SchemaType::Integer | SchemaType::Number => (none.minimum, none.maximum) = (Some(1.0), Some(0.0)),
        SchemaType::Array => (none.min_items, none.max_items) = (Some(1), Some(0)),
        SchemaType::Object => (none.min_properties, none.max_properties) = (Some(1), Some(0)),
        SchemaType::Boolean | SchemaType::Other(_) => return None,
    }
    Some(none)
}
