//! Whether serde reads all that a server keeps, where serde refuses what it does not know.

use super::error::is_open;
use super::properties::property;
use super::{denies_unknown, written_as};
use crate::describe::{Shape, Tagging, TypeDesc, UnionDesc};

/// Whether serde reads an embedded resource of the type: all have `apiVersion`, `kind` and `metadata`.
pub const fn embeds(type_: &TypeDesc) -> bool {
    let declared = property(type_, "apiVersion").is_some()
        && property(type_, "kind").is_some()
        && property(type_, "metadata").is_some();
    declared || is_open(type_) || !denies_unknown(type_)
}

/// Whether serde takes all properties of the flattened type away from those that the struct around it refuses.
///
/// It does so for the fields of a struct, and for externally and adjacently tagged enums.
/// Source: `serde::__private::de`, `FlatMapDeserializer`.
pub const fn flattened_is_closed(type_: &TypeDesc) -> bool {
    match written_as(type_).shape {
        Shape::Object(fields) => {
            let mut at = 0;
            while at < fields.len() {
                if fields[at].flattened {
                    return false;
                }
                at += 1;
            }
            !is_open(type_)
        }
        Shape::Union(UnionDesc { tagging: Tagging::External | Tagging::Adjacent { .. }, .. }) => true,
        Shape::Union(_) | Shape::Map(_) | Shape::Anything | Shape::JsonSchema(_) => false,
        // No object: another guard says so.
        _ => true,
    }
}
