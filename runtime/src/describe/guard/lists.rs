//! What lists and sets can hold.

use super::find::{Wanted, find, find_through};
use super::kind::{Kind, is_list, kind};
use super::properties::{Property, property};
use super::{is_nullable, written_as};
use crate::describe::{Shape, TypeDesc};

/// The type of the items of a list or the values of a map.
pub const fn element(type_: &TypeDesc) -> &TypeDesc {
    match written_as(type_).shape {
        Shape::List(element) | Shape::Set(element) | Shape::Map(element) => element,
        Shape::Tuple(items) if !items.is_empty() => items[0],
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
    match (written_as(item).shape, kind(item)) {
        (_, Kind::Object | Kind::Map) => find_through(item, Wanted::AtomicMap),
        (Shape::Set(_), _) => false,
        (_, Kind::List) => !find_through(item, Wanted::CorrelatedList),
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
    !is_list(list) || (matches!(kind(item), Kind::Object | Kind::Unknown) && !is_nullable(item))
}

/// Whether the items of the list have the field.
pub const fn item_has(list: &TypeDesc, key: &str) -> bool {
    let known = is_list(list) && items_are_structs(list) && !matches!(kind(element(list)), Kind::Unknown);
    !known || key_field(list, key).is_some()
}

/// Whether the field of the items is no list and no object.
pub const fn key_is_scalar(list: &TypeDesc, key: &str) -> bool {
    match key_field(list, key) {
        Some(field) => !matches!(kind(field.type_), Kind::List | Kind::Map | Kind::Object),
        None => true,
    }
}

/// Whether every item has the field, because it must or because the server fills it in.
pub const fn key_is_there(list: &TypeDesc, key: &str) -> bool {
    match key_field(list, key) {
        Some(field) => field.required || find(field.facets, Wanted::Default),
        None => true,
    }
}

/// Whether the field of the items is never `null`.
pub const fn key_is_not_null(list: &TypeDesc, key: &str) -> bool {
    match key_field(list, key) {
        Some(field) => !field.is_nullable(),
        None => true,
    }
}

const fn key_field<'t>(list: &'t TypeDesc, key: &str) -> Option<Property<'t>> {
    property(element(list), key)
}
