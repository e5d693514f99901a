//! What clients of `/openapi/v2` can understand of a schema.
//!
//! Source: `pkg/controller/openapi/v2/conversion.go`; defaults go in `kube-openapi pkg/handler/default_pruning.go`.
//!
//! Knows nothing of: definitions.

use crate::schema::{AdditionalProperties, AnyOf, SchemaNode, SchemaType};

/// Reduces the node and every node below it.
pub(super) fn reduce(root: &mut SchemaNode) {
    root.for_each_mut(&mut reduce_node);
}

fn reduce_node(node: &mut SchemaNode) {
    node.default = None;
    drop_junctors(node);
    if std::mem::take(&mut node.nullable) {
        node.type_ = None;
        drop_fields(node);
    }
    if node.preserve_unknown_fields {
        drop_fields(node);
    }
    let is_list_of_nothing = node.items.is_none() && node.type_ == Some(SchemaType::Array);
    let is_open_object = node.preserve_unknown_fields && node.type_ == Some(SchemaType::Object);
    if is_list_of_nothing || is_open_object {
        node.type_ = None;
    }
    drop_required_nullable(node);
}

fn drop_junctors(node: &mut SchemaNode) {
    let validation = &mut node.value_validation;
    validation.all_of.clear();
    validation.one_of.clear();
    validation.any_of = AnyOf::default();
    validation.not = None;
}

fn drop_fields(node: &mut SchemaNode) {
    node.items = None;
    node.properties.clear();
}

/// A field of any type cannot be asked for.
///
/// **Quirk**: where the values of a map are nullable, nothing is asked for, declared or not (`v2/conversion.go`).
fn drop_required_nullable(node: &mut SchemaNode) {
    let properties = &node.properties;
    let is_nullable = |name: &String| properties.get(name).is_some_and(|property| property.nullable);
    node.value_validation.required.retain(|name| !is_nullable(name));
    if let Some(AdditionalProperties::Schema(values)) = &node.additional_properties
        && values.nullable
    {
        node.value_validation.required.clear();
    }
}
