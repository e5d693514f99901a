//! Where the mutability markers may stand.
//!
//! Source: KEP Immutable Fields, "Proposal" and "Risks and Mitigations"; no server ever implemented it, so the
//! messages follow the style of the structural rules.

use super::node::{AdditionalProperties, Mutability, SchemaNode, SchemaType};
use crate::path::{FieldPath, PathStyle};
use crate::violation::{Violation, Violations};

/// The field of a schema that carries a [`Mutability`].
pub(crate) const MUTABILITY: &str = "x-kubernetes-mutability";
/// The field of a schema that carries a [`KeyMutability`](super::KeyMutability).
pub(crate) const KEY_MUTABILITY: &str = "x-kubernetes-key-mutability";

/// What a node is to the node above it.
#[derive(Clone, Copy, PartialEq)]
enum Position {
    Root,
    /// `metadata`, `apiVersion` or `kind` of the root, and everything below.
    ResourceMeta,
    Property,
    /// An item of a list or a value of a map.
    Element,
}

impl Position {
    fn of_property(self, name: &str) -> Self {
        match self {
            Self::Root if matches!(name, "metadata" | "apiVersion" | "kind") => Self::ResourceMeta,
            Self::ResourceMeta => Self::ResourceMeta,
            _ => Self::Property,
        }
    }

    fn of_element(self) -> Self {
        if self == Self::ResourceMeta { self } else { Self::Element }
    }

    /// Why no marker at all may stand here.
    fn refusal(self) -> Option<&'static str> {
        match self {
            Self::Root => Some("must not be used at the root"),
            Self::ResourceMeta => Some("must not be used inside of resource meta"),
            Self::Property | Self::Element => None,
        }
    }
}

pub(super) fn check(root: &SchemaNode, path: &FieldPath<'_>, found: &mut Violations) {
    node(root, Position::Root, path, found);
}

fn node(schema: &SchemaNode, position: Position, path: &FieldPath<'_>, found: &mut Violations) {
    if let Some(mutability) = schema.mutability {
        found.extend(mutability_refusal(schema, mutability, position, path));
    }
    if schema.key_mutability.is_some() {
        found.extend(key_mutability_refusal(schema, position, path));
    }
    if let Some(items) = schema.items() {
        node(items, position.of_element(), &path.property("items"), found);
    }
    let properties = path.property("properties");
    for (name, property) in &schema.properties {
        node(property, position.of_property(name), &properties.key(name), found);
    }
    if let Some(values) = schema.map_values() {
        node(values, position.of_element(), &path.property("additionalProperties"), found);
    }
}

fn mutability_refusal(
    schema: &SchemaNode,
    mutability: Mutability,
    position: Position,
    path: &FieldPath<'_>,
) -> Option<Violation> {
    let path = path.property(MUTABILITY);
    let path = path.to_owned(PathStyle::Bracketed);
    if let Some(detail) = position.refusal() {
        return Some(Violation::forbidden(path, detail));
    }
    if mutability == Mutability::Immutable {
        return None;
    }
    let detail = if position == Position::Element {
        "must be Immutable for array items and additionalProperties"
    } else if !takes_any_mutability(schema) {
        "must be Immutable for arrays and for objects with additionalProperties"
    } else {
        return None;
    };
    Some(Violation::invalid(path, mutability.name().into(), detail))
}

fn key_mutability_refusal(
    schema: &SchemaNode,
    position: Position,
    path: &FieldPath<'_>,
) -> Option<Violation> {
    let detail = match position.refusal() {
        Some(detail) => detail,
        None if has_keys(schema) => return None,
        None => "must only be used for arrays and for objects with additionalProperties",
    };
    let path = path.property(KEY_MUTABILITY);
    Some(Violation::forbidden(path.to_owned(PathStyle::Bracketed), detail))
}

/// Whether the node is a list, or a map that allows entries.
fn has_keys(schema: &SchemaNode) -> bool {
    match schema.type_ {
        Some(SchemaType::Array) => true,
        Some(SchemaType::Object) => {
            let closed =
                matches!(schema.additional_properties, None | Some(AdditionalProperties::Bool(false)));
            schema.properties.is_empty() && !closed
        }
        _ => false,
    }
}

/// Whether the node is neither a list nor a map, with or without entries.
fn takes_any_mutability(schema: &SchemaNode) -> bool {
    match schema.type_ {
        Some(SchemaType::Array) => false,
        Some(SchemaType::Object) => !schema.properties.is_empty() || schema.additional_properties.is_none(),
        _ => true,
    }
}
