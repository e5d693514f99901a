//! The metadata of the resource itself.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/customresource_handler.go`, `unstructuredSchemaCoercer.apply`;
//! `apimachinery pkg/apis/meta/v1/unstructured/helpers.go`, `NestedString`.
//!
//! Knows nothing of: schemas, embedded resources.

use serde_json::{Map, Value};

use super::{DecodeFailure, Malformed, decode};
use crate::go_text;
use crate::path::{FieldPath, FieldPathBuf};

/// Checks that `kind` and `apiVersion` are strings and sends `metadata` through `ObjectMeta`.
///
/// Upstream takes the metadata out before it prunes and puts it back at the end; since the pruner leaves root metadata
/// alone, this may run at any time before embedded resources are coerced.
///
/// # Errors
/// A decode error without a path, which the server answers with a plain 400; nothing has been changed then.
pub(crate) fn coerce_root(
    object: &mut Value,
    malformed: Malformed,
    unknown: &mut Vec<FieldPathBuf>,
) -> Result<(), DecodeFailure> {
    let Value::Object(fields) = object else { return Ok(()) };
    for name in ["kind", "apiVersion"] {
        check_string(fields, name)?;
    }
    match fields.get_mut("metadata") {
        Some(metadata) => {
            decode::replace(metadata, &FieldPath::ROOT.property("metadata"), malformed, unknown)
        }
        None => Ok(()),
    }
}

fn check_string(fields: &Map<String, Value>, name: &str) -> Result<(), DecodeFailure> {
    match fields.get(name) {
        None | Some(Value::String(_)) => Ok(()),
        Some(value) => {
            let go_type = go_text::type_of(value);
            let message = format!(
                ".{name} accessor error: {} is of the type {go_type}, expected string",
                go_text::Plain(value)
            );
            Err(DecodeFailure { message })
        }
    }
}
