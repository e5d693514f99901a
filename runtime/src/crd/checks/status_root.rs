//! What the root of a schema may say beside a status subresource.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`, `validateCustomResourceDefinitionValidation`.
//!
//! Knows nothing of: what stands below the root.

use crate::field_error::{invalid, invalid_struct};
use crate::path::FieldPath;
use crate::violation::Violation;
use crate::wire::{JsonSchemaProps, or_empty};

const DETAIL: &str = "only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum \
     MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs \
     Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status \
     subresource is enabled";
const TYPE_DETAIL: &str =
    "only \"object\" is allowed as the type at the root of the schema if the status subresource is enabled";

/// One violation, however many fields are too much: upstream stops at the first in the order of its struct.
pub(in crate::crd) fn check(props: &JsonSchemaProps, path: &FieldPath<'_>) -> Option<Violation> {
    let has = |field: Option<&String>| !or_empty(field).is_empty();
    if has(props.id.as_ref()) || has(props.schema.as_ref()) || props.reference.is_some() {
        return Some(invalid_struct(path, DETAIL));
    }
    let type_ = or_empty(props.type_.as_ref());
    if !type_.is_empty() && type_ != "object" {
        return Some(invalid(&path.property("type"), type_, TYPE_DETAIL));
    }
    (has_refused_generics(props) || has_refused_extensions(props)).then(|| invalid_struct(path, DETAIL))
}

/// **Quirk**: an empty list or map counts as much as a full one, for upstream compares with Go's nil.
fn has_refused_generics(props: &JsonSchemaProps) -> bool {
    props.nullable == Some(true)
        || props.default.as_ref().is_some_and(|default| !default.is_null())
        || props.enum_.is_some()
        || props.max_properties.is_some()
        || props.min_properties.is_some()
        || props.all_of.is_some()
        || props.one_of.is_some()
        || props.any_of.is_some()
        || props.not.is_some()
        || props.additional_properties.is_some()
        || props.pattern_properties.is_some()
        || props.dependencies.is_some()
        || props.additional_items.is_some()
        || props.definitions.is_some()
}

fn has_refused_extensions(props: &JsonSchemaProps) -> bool {
    props.embedded_resource == Some(true)
        || props.int_or_string == Some(true)
        || props.list_map_keys.is_some()
        || props.list_type.is_some()
        || props.map_type.is_some()
}
