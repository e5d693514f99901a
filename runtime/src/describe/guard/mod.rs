//! Questions that the derive asks at compile time, when the answer needs more than one type.
//!
//! Each is a `const fn`, asked as `const _: () = assert!(question(…), "the cure")`; each is true where it does not
//! apply, so that one mistake gives one error.

mod bounds;
mod change;
mod closed;
mod error;
mod find;
mod kind;
mod level;
mod lists;
mod literals;
mod message;
mod paths;
mod properties;
mod root;
mod rules;
mod same;
mod satisfiable;
mod unions;

pub use bounds::{bound_fits, bound_is_whole, format_keeps_range};
pub use change::{has_set, only_additions};
pub use closed::{embeds, flattened_is_closed};
pub use kind::{
    Kind, can_be_merged, can_be_object, column_type, has_keys, is_list, is_map, is_scalar, kind,
    takes_bounds, takes_format, takes_items, takes_properties, takes_string, tuples_fit,
};
pub use lists::{
    element, item_has, items_are_structs, items_fit_set, key_is_not_null, key_is_scalar, key_is_there,
    sets_fit,
};
pub use literals::{Word, literals_fit, require_literals};
pub use paths::{
    fits_column, path_fits_column, path_is_integer, path_is_selectable, path_is_string, require_path,
};
pub use root::{has_property, is_object, metadata_fits, needs_nothing, root_part_fits, says};
pub use rules::require_rule_id;
pub(crate) use same::has_descriptions_only;
pub use satisfiable::require_some_value;
pub use unions::{require_flattened, require_variant};

use self::find::{Wanted, find, find_through, same};
use super::{Shape, Tagging, TypeDesc, UnionDesc, VariantDesc};

/// Stops the compilation at the place of the call, with the cure of the first claim that does not hold.
///
/// Several `assert!`s would do, but take rustc twice as long.
///
/// # Panics
/// When a claim does not hold.
#[track_caller]
pub const fn require(claims: &[(bool, &str)]) {
    let mut at = 0;
    while at < claims.len() {
        assert!(claims[at].0, "{}", claims[at].1);
        at += 1;
    }
}

/// Stops the compilation with the parts as one message.
#[track_caller]
const fn refuse(parts: &[&str]) {
    let message = message::Message::of(parts);
    require(&[(false, message.as_str())]);
}

/// The type that values are written as, below options and newtypes.
pub const fn written_as(type_: &TypeDesc) -> &TypeDesc {
    match type_.shape {
        Shape::Optional(inner) | Shape::Transparent(inner) | Shape::Newtype(inner) => written_as(inner),
        _ => type_,
    }
}

/// Whether serde reads the type from a missing field.
pub const fn is_optional(type_: &TypeDesc) -> bool {
    match type_.shape {
        Shape::Optional(_) => true,
        Shape::Transparent(inner) => is_optional(inner),
        _ => false,
    }
}

/// Whether serde refuses fields of the object that are not of the type.
pub const fn denies_unknown(type_: &TypeDesc) -> bool {
    if find_through(type_, Wanted::DenyUnknown) {
        return true;
    }
    match written_as(type_).shape {
        // The former is read from an object with one field.
        Shape::Union(UnionDesc { tagging: Tagging::External, .. } | UnionDesc { strict: true, .. }) => true,
        Shape::Union(UnionDesc { tagging: Tagging::Internal(_) | Tagging::Untagged, variants, .. }) => {
            all_deny_unknown(variants)
        }
        _ => false,
    }
}

/// Whether each of the variants is a type that refuses them.
const fn all_deny_unknown(variants: &[VariantDesc]) -> bool {
    let mut at = 0;
    while at < variants.len() {
        match variants[at].content {
            Some(content) if denies_unknown(content) => at += 1,
            _ => return false,
        }
    }
    true
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
