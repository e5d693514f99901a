//! What field selectors may name.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`, `ValidateCustomResourceSelectableFields`.
//!
//! Knows nothing of: columns, subresources.

use std::collections::HashSet;

use super::error::{PlacedErrors, invalid, or_empty, owned, required};
use super::field_path::resolve;
use super::internal::Parts;
use crate::convert;
use crate::json_path::ArrayNotation;
use crate::path::FieldPath;
use crate::server_version::ServerVersion;
use crate::violation::{ErrorKind, Violation};
use crate::wire::{JsonSchemaProps, SelectableField};

/// How many different fields there may be.
pub(super) const LIMIT: usize = 8;

const SCALAR: &str = "must point to a field of type string, boolean or integer. Enum string fields and strings with \
     formats are allowed.";

/// What is said when there is no schema that could have the fields.
#[derive(Clone, Copy)]
pub(super) enum Level {
    Shared,
    Version,
}

impl Level {
    /// **Quirk**: that of a version says the opposite of what is meant (`validateCustomResourceDefinitionVersion`).
    fn missing_schema(self, server: ServerVersion) -> &'static str {
        match (self, server >= ServerVersion::V1_34) {
            (Self::Shared, true) => "may only be set when validations.schema is included",
            (Self::Shared, false) => "selectableFields may only be set when validations.schema is included",
            (Self::Version, true) => "may only be set when `version.schema.openAPIV3Schema` is not included",
            (Self::Version, false) => {
                "selectableFields may only be set when version.schema.openAPIV3Schema is not included"
            }
        }
    }
}

/// Whether more fields than the limit are taken, because there were as many before.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Count {
    Limited,
    AsBefore,
}

/// Checks the fields of a version, or those that all versions share; `path` is what both stand in.
///
/// Servers before 1.31 take them away from a new definition, or do not know them.
pub(super) fn check(
    parts: &Parts<'_>,
    (level, count): (Level, Count),
    server: ServerVersion,
    path: &FieldPath<'_>,
    found: &mut PlacedErrors,
) {
    if parts.selectable_fields.is_empty() || server < ServerVersion::V1_31 {
        return;
    }
    let path_of_fields = path.property("selectableFields");
    let mut schema = parts.schema();
    let is_missing = match level {
        Level::Shared => parts.validation.is_none(),
        Level::Version => schema.is_none(),
    };
    if is_missing {
        return found.push(invalid(&path_of_fields, "", level.missing_schema(server)));
    }
    if let Some(unsupported) = schema.and_then(convert::first_unsupported) {
        let path = path.property("schema");
        found.push(invalid(&path.property("openAPIV3Schema"), "", unsupported));
        // Quirk: upstream goes on without a schema, and crashes on every path that is well-formed.
        schema = None;
    }
    fields(parts.selectable_fields, schema, count, &path_of_fields, found);
}

fn fields(
    fields: &[SelectableField],
    schema: Option<&JsonSchemaProps>,
    count: Count,
    path: &FieldPath<'_>,
    found: &mut PlacedErrors,
) {
    let mut seen = HashSet::new();
    for (index, field) in fields.iter().enumerate() {
        let (path, json_path) = (path.index(index), or_empty(field.json_path.as_ref()));
        let path = path.property("jsonPath");
        if json_path.is_empty() {
            found.push(required(&path, ""));
            continue;
        }
        let target = match resolve(json_path, schema, ArrayNotation::Refused) {
            Ok(target) => target,
            Err(reason) => {
                found.push(invalid(&path, json_path, format!("is an invalid path: {reason}")));
                continue;
            }
        };
        if target.root == "metadata" {
            found.push(invalid(&path, json_path, "must not point to fields in metadata"));
        }
        let type_ = target.schema.map_or("", |schema| or_empty(schema.type_.as_ref()));
        if !matches!(type_, "string" | "boolean" | "integer") {
            found.push(invalid(&path, json_path, SCALAR));
        }
        if !seen.insert(target.string) {
            found.push(Violation::new(ErrorKind::Duplicate, owned(&path), Some(json_path.into()), ""));
        }
    }
    if seen.len() > LIMIT && count == Count::Limited {
        let detail = format!("must have at most {LIMIT} items");
        found.push(Violation::new(ErrorKind::TooMany, owned(path), Some(seen.len().into()), detail));
    }
}
