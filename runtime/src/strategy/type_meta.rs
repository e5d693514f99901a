//! The type that an object says it is of.
//!
//! Source: `pkg/registry/customresource/validator.go`, `ValidateTypeMeta`.
//!
//! Knows nothing of: schemas.

use serde_json::Value;

use crate::field_error::invalid;
use crate::path::FieldPath;
use crate::violation::Violations;

/// **Quirk**: without a group the server wants a slash in front of the version, which no object has.
pub(super) fn check(object: &Value, kind: &str, api_version: &str) -> Violations {
    let mut found = Violations::new();
    for (field, wanted) in [("kind", kind), ("apiVersion", api_version)] {
        let given = object.get(field).and_then(Value::as_str).unwrap_or_default();
        if given != wanted {
            found.push(invalid(&FieldPath::ROOT.property(field), given, format!("must be {wanted}")));
        }
    }
    found
}
