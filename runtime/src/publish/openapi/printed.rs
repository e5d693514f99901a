//! What a document has no words for.
//!
//! Source: `pkg/apiserver/schema/kubeopenapi.go`; `kube-openapi pkg/validation/spec/schema.go`.
//!
//! Knows nothing of: definitions.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::wire::{JsonSchemaProps, SchemaOrArray, SchemaOrBool};

/// Drops what is not written, from the schema and every schema of its spine.
pub(super) fn strip(props: &mut JsonSchemaProps) {
    strip_example(props);
    for property in props.properties.iter_mut().flat_map(BTreeMap::values_mut) {
        strip(property);
    }
    if let Some(SchemaOrArray::Schema(items)) = &mut props.items {
        strip(items);
    }
    if let Some(SchemaOrBool::Schema(values)) = &mut props.additional_properties {
        strip(values);
    }
    junctors(props).for_each(strip_nested);
}

/// **Quirk**: below junctors `additionalProperties` and empty `properties` get lost (`kubeopenapi.go`).
fn strip_nested(props: &mut JsonSchemaProps) {
    props.additional_properties = None;
    props.properties = props.properties.take().filter(|properties| !properties.is_empty());
    strip_example(props);
    for property in props.properties.iter_mut().flat_map(BTreeMap::values_mut) {
        strip_nested(property);
    }
    if let Some(SchemaOrArray::Schema(items)) = &mut props.items {
        strip_nested(items);
    }
    junctors(props).for_each(strip_nested);
}

fn junctors(props: &mut JsonSchemaProps) -> impl Iterator<Item = &mut JsonSchemaProps> {
    let lists = [&mut props.all_of, &mut props.any_of, &mut props.one_of];
    lists.into_iter().flat_map(|list| list.iter_mut().flatten()).chain(props.not.as_deref_mut())
}

/// **Quirk**: an example that is an empty string, list or object is not written, for the writer of JSON has its own mind
/// of what is empty.
fn strip_example(props: &mut JsonSchemaProps) {
    let is_empty = |value: &Value| match value {
        Value::String(string) => string.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    };
    props.example = props.example.take().filter(|example| !is_empty(example));
}
