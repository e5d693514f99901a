//! What the root of a schema may say beside a status subresource.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`, `validateCustomResourceDefinitionValidation`.

use crate::path::FieldPathBuf;
use crate::violation::{ErrorKind, Violation};
use crate::wire::JsonSchemaProps;

const DETAIL: &str = "only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum \
     MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs \
     Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status \
     subresource is enabled";

/// One violation, however many members are too much; upstream prints the whole schema as the value, we do not.
pub(super) fn status_refusal(props: &JsonSchemaProps, path: &FieldPathBuf) -> Option<Violation> {
    let refused = props.default.is_some()
        || props.enum_.is_some()
        || props.max_properties.is_some()
        || props.min_properties.is_some()
        || props.all_of.is_some()
        || props.one_of.is_some()
        || props.any_of.is_some()
        || props.not.is_some()
        || props.additional_properties.is_some()
        || props.nullable.is_some()
        || props.map_type.is_some()
        || props.list_type.is_some()
        || props.list_map_keys.is_some()
        || props.int_or_string.is_some()
        || props.embedded_resource.is_some();
    refused.then(|| Violation::new(ErrorKind::Invalid, path.clone(), None, DETAIL))
}
