//! The columns of `kubectl get`.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`, `ValidateCustomResourceColumnDefinition`.
//!
//! Knows nothing of: schemas; nothing checks that a path exists.

use super::simple_json_path;
use crate::field_error::{invalid, required};
use crate::path::FieldPath;
use crate::violation::Violation;
use crate::wire::{PrinterColumn, or_empty};

const TYPES: [&str; 5] = ["boolean", "date", "integer", "number", "string"];
const FORMATS: [&str; 8] = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

/// What a server says about columns; `path` is that of their list.
pub(in crate::crd) fn check(columns: &[PrinterColumn], path: &FieldPath<'_>) -> Vec<Violation> {
    columns.iter().enumerate().flat_map(|(index, shown)| column(shown, &path.index(index))).collect()
}

fn column(column: &PrinterColumn, path: &FieldPath<'_>) -> Vec<Violation> {
    let mut found = Vec::new();
    if or_empty(column.name.as_ref()).is_empty() {
        found.push(required(&path.property("name"), ""));
    }
    let type_ = or_empty(column.type_.as_ref());
    let detail = format!("must be one of {}", TYPES.join(","));
    if type_.is_empty() {
        found.push(required(&path.property("type"), detail));
    } else if !TYPES.contains(&type_) {
        found.push(invalid(&path.property("type"), type_, detail));
    }
    let format = or_empty(column.format.as_ref());
    if !format.is_empty() && !FORMATS.contains(&format) {
        let detail = format!("must be one of {}", FORMATS.join(","));
        found.push(invalid(&path.property("format"), format, detail));
    }
    let (json_path, path) = (or_empty(column.json_path.as_ref()), path.property("JSONPath"));
    if json_path.is_empty() {
        found.push(required(&path, ""));
    } else {
        found.extend(simple_json_path(json_path, &path));
    }
    found
}
