//! What a write of the scale subresource may make.
//!
//! It writes one number below the spec and makes the structs above it, and rules see the result before defaults are filled
//! in. What comes with such a struct by its default is seen by nobody, unless a rule asks for the struct.
//!
//! Source: `apiextensions-apiserver pkg/registry/customresource/etcd.go`, `scaleUpdatedObjectInfo`; the paths of replicas are
//! checked in `pkg/apis/apiextensions/validation/validation.go`, `validateSimpleJSONPath`: they are below `.spec`, without lists.

use serde_json::Value;

use super::plan::Plan;
use super::site::Site;
use crate::schema::{AdditionalProperties, SchemaNode, SchemaType};

/// How many of the last `links` fields above and with the site come by their defaults into a struct that a scale may make.
pub(super) fn filled(plan: &Plan, site: &Site<'_>, links: usize) -> usize {
    let is_filled = |links: &usize| brings_something(site.up(*links).node, site.node);
    let filled = (0..links).take_while(is_filled).count();
    // The struct that holds them.
    let above = site.up(filled);
    if filled > 0 && is_in_spec(site) && plan.is_scalable(above.node) { filled } else { 0 }
}

/// Whether a null may be sent in the place of one of the defaults: rules see it as a missing value, which gets its default.
pub(super) fn hides_null(site: &Site<'_>, filled: usize) -> bool {
    (0..filled).any(|links| site.up(links).node.nullable)
}

fn brings_something(field: &SchemaNode, marked: &SchemaNode) -> bool {
    let has_keys = |default: &Value| match default {
        Value::Object(fields) => !fields.is_empty(),
        Value::Array(items) => !items.is_empty(),
        _ => true,
    };
    let default = field.default.as_ref().filter(|default| !default.is_null());
    // What is empty has no keys, but is a value.
    default.is_some_and(|default| {
        !std::ptr::eq(field, marked) || marked.mutability.is_some() || has_keys(default)
    })
}

/// Whether the way from the root leads through the spec, and through structs alone.
fn is_in_spec(site: &Site<'_>) -> bool {
    let steps = site.nodes_above().count();
    site.names(steps).first() == Some(&"spec") && site.names(steps).len() == steps
}

/// Whether the number may stand at the node or below it.
pub(super) fn may_hold_replicas(node: &SchemaNode) -> bool {
    match node.type_ {
        None | Some(SchemaType::Integer | SchemaType::Number) => true,
        Some(SchemaType::Object) => {
            let values = match &node.additional_properties {
                Some(AdditionalProperties::Schema(values)) => may_hold_replicas(values),
                Some(AdditionalProperties::Bool(any)) => *any,
                None => false,
            };
            values
                || node.preserve_unknown_fields
                || node.embedded_resource
                || node.properties().any(|(_, field)| may_hold_replicas(field))
        }
        Some(_) => false,
    }
}
