//! What a server says of names, columns and the root beside a status: little, and so validated in every build.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`.
//!
//! Knows nothing of: the whole definition.

pub(super) mod columns;
pub(super) mod names;
pub(super) mod status_root;

use crate::field_error::invalid;
use crate::path::FieldPath;
use crate::violation::Violation;

/// **Quirk**: of a path that is there only the dot at its beginning is checked (`validateSimpleJSONPath`).
pub(super) fn simple_json_path(json_path: &str, path: &FieldPath<'_>) -> Option<Violation> {
    let detail = "must be a simple json path starting with .";
    (!json_path.starts_with('.')).then(|| invalid(path, json_path, detail))
}
