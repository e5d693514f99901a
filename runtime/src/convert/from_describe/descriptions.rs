//! The descriptions of a JSON Schema for a node that has none.

use serde_json::Value;

use crate::convert::from_json_schema;
use crate::path::FieldPath;
use crate::schema::{AdditionalProperties, SchemaNode};
use crate::violation::Violations;

/// Gives the node, and what is below it, the descriptions of the JSON Schema where it has none of its own.
///
/// What the JSON Schema says beyond descriptions is not asked, and neither is whether a structural schema could say it.
pub(super) fn lend(node: &mut SchemaNode, schema: &Value) {
    let mut ignored = Violations::new();
    copy(node, from_json_schema::node(schema, &mut ignored, &FieldPath::ROOT));
}

fn copy(node: &mut SchemaNode, mut from: SchemaNode) {
    if node.description.is_none() {
        node.description = from.description.take();
    }
    for (name, field) in &mut node.properties {
        if let Some(from) = from.properties.remove(name) {
            copy(field, *from);
        }
    }
    if let (Some(items), Some(from)) = (&mut node.items, from.items) {
        copy(items, *from);
    }
    if let (Some(AdditionalProperties::Schema(values)), Some(AdditionalProperties::Schema(from))) =
        (&mut node.additional_properties, from.additional_properties)
    {
        copy(values, *from);
    }
}
