//! How lists and maps merge: list types, map types and their keys.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`, `ValidateCustomResourceDefinitionOpenAPISchema`,
//! `validateMapListKeysMapSet`.
//!
//! Knows nothing of: other keywords.

use std::collections::HashSet;

use serde_json::Value;

use super::error::{
    PlacedErrors, forbidden, invalid, invalid_list, invalid_struct, not_supported, or_empty, required,
};
use super::ratchet::Options;
use super::walk::items;
use crate::path::FieldPath;
use crate::violation::{Cause, Violation};
use crate::wire::JsonSchemaProps;

const LIST_TYPE: &str = "x-kubernetes-list-type";
const LIST_MAP_KEYS: &str = "x-kubernetes-list-map-keys";
const MAP_TYPE: &str = "x-kubernetes-map-type";

/// Checks one node.
pub(super) fn check(
    props: &JsonSchemaProps,
    options: &Options<'_>,
    path: &FieldPath<'_>,
    found: &mut PlacedErrors,
) {
    map_type(props, path, found);
    list_type(props, options, path, found);
    if props.list_type.as_deref() == Some("map") {
        map_list(props, path, found);
    }
    if options.map_list_keys {
        found.extend(nullable_and_optional_keys(props, path));
    }
}

/// The type that an extension asks for.
fn wrong_type(
    props: &JsonSchemaProps,
    wanted: &str,
    extension: &str,
    path: &FieldPath<'_>,
) -> Option<Violation> {
    let detail = format!("must be {wanted} if {extension} is specified");
    let path = path.property("type");
    match or_empty(props.type_.as_ref()) {
        "" => Some(required(&path, detail)),
        type_ => (type_ != wanted).then(|| invalid(&path, type_, detail)),
    }
}

fn map_type(props: &JsonSchemaProps, path: &FieldPath<'_>, found: &mut PlacedErrors) {
    let Some(map_type) = props.map_type.as_deref() else { return };
    found.extend(wrong_type(props, "object", MAP_TYPE, path));
    if !matches!(map_type, "atomic" | "granular") {
        found.push(not_supported(&path.property(MAP_TYPE), map_type, &["atomic", "granular"]));
    }
}

fn list_type(props: &JsonSchemaProps, options: &Options<'_>, path: &FieldPath<'_>, found: &mut PlacedErrors) {
    let list_type = props.list_type.as_deref();
    let path_of_type = path.property(LIST_TYPE);
    if let Some(list_type) = list_type {
        match wrong_type(props, "array", LIST_TYPE, path) {
            Some(violation) => found.push(violation),
            None if options.atomic_sets => found.extend(set_of_non_atomic_items(props, path)),
            None => {}
        }
        if !matches!(list_type, "atomic" | "set" | "map") {
            found.push(not_supported(&path_of_type, list_type, &["atomic", "set", "map"]));
        }
    }
    if props.list_map_keys.as_ref().is_some_and(|keys| !keys.is_empty()) && list_type != Some("map") {
        let detail = "must be map if x-kubernetes-list-map-keys is non-empty";
        found.push(match list_type {
            None => required(&path_of_type, detail),
            Some(other) => invalid(&path_of_type, other, detail),
        });
    }
}

/// What makes the items of a set merge on their own.
pub(super) fn set_of_non_atomic_items(props: &JsonSchemaProps, path: &FieldPath<'_>) -> Option<Violation> {
    let items = items(props).filter(|_| props.list_type.as_deref() == Some("set"))?;
    let detail = "must be atomic as item of a list with x-kubernetes-list-type=set";
    let path = path.property("items");
    let list_type = items.list_type.as_deref();
    let keyword = match or_empty(items.type_.as_ref()) {
        "array" if list_type.is_some_and(|kind| kind != "atomic") => LIST_TYPE,
        "object" if items.map_type.as_deref() != Some("atomic") => MAP_TYPE,
        _ => return None,
    };
    // Quirk: the value printed is that of the list type for both.
    Some(invalid(&path.property(keyword), list_type, detail).caused_by(Cause::GranularSetItem))
}

fn map_list(props: &JsonSchemaProps, path: &FieldPath<'_>, found: &mut PlacedErrors) {
    let keys = props.list_map_keys.as_deref().unwrap_or_default();
    if keys.is_empty() {
        let detail = "must not be empty if x-kubernetes-list-type is map";
        found.push(required(&path.property(LIST_MAP_KEYS), detail));
    }
    let path_of_items = path.property("items");
    let Some(items) = items(props) else {
        found.push(if props.items.is_none() {
            required(&path_of_items, "must have a schema if x-kubernetes-list-type is map")
        } else {
            invalid_struct(&path_of_items, "must only have a single schema if x-kubernetes-list-type is map")
        });
        return;
    };
    let type_ = or_empty(items.type_.as_ref());
    if type_ == "object" {
        return map_keys(keys, items, path, found);
    }
    let detail = "must be object if parent array's x-kubernetes-list-type is map";
    found.push(invalid(&path_of_items.property("type"), type_, detail));
}

fn map_keys(keys: &[String], items: &JsonSchemaProps, path: &FieldPath<'_>, found: &mut PlacedErrors) {
    let (path_of_keys, path_of_items) = (path.property(LIST_MAP_KEYS), path.property("items"));
    let properties = path_of_items.property("properties");
    let mut seen = HashSet::new();
    for key in keys {
        let property = items.properties.as_ref().and_then(|properties| properties.get(key));
        let type_ = property.map(|property| or_empty(property.type_.as_ref()));
        if matches!(type_, Some("array" | "object")) {
            let detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
            // Quirk: the value printed is the type of the items.
            found.push(invalid(&properties.key(key).property("type"), "object", detail));
        }
        if type_.is_none() {
            let detail = "entries must all be names of item properties";
            found.push(invalid_list(&path_of_keys, keys, detail));
        }
        if !seen.insert(key) {
            found.push(invalid_list(&path_of_keys, keys, "must not contain duplicate entries"));
        }
    }
}

/// Items and keys that could be null or missing.
pub(super) fn nullable_and_optional_keys(props: &JsonSchemaProps, path: &FieldPath<'_>) -> Vec<Violation> {
    let mut found = Vec::new();
    let (Some(items), Some(list_type @ ("set" | "map"))) = (items(props), props.list_type.as_deref()) else {
        return found;
    };
    let path = path.property("items");
    if items.nullable == Some(true) {
        let detail = format!("cannot be nullable when x-kubernetes-list-type is {list_type}");
        found.push(forbidden(&path.property("nullable"), detail));
    }
    if list_type == "set" {
        return found;
    }
    let path = path.property("properties");
    for key in props.list_map_keys.iter().flatten() {
        let Some(property) = items.properties.as_ref().and_then(|properties| properties.get(key)) else {
            continue;
        };
        let path = path.key(key);
        let is_required = items.required.iter().flatten().any(|name| name == key);
        if !is_required && property.default.as_ref().is_none_or(Value::is_null) {
            let detail = "this property is in x-kubernetes-list-map-keys, so it must have a default or be a \
                          required property";
            found.push(required(&path.property("default"), detail));
        }
        if property.nullable == Some(true) {
            let detail = "this property is in x-kubernetes-list-map-keys, so it cannot be nullable";
            found.push(forbidden(&path.property("nullable"), detail));
        }
    }
    found
}
