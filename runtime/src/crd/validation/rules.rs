//! What stands beside the expressions of `x-kubernetes-validations`.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`, `ValidateCustomResourceDefinitionOpenAPISchema`.
//!
//! Knows nothing of: other keywords, the expressions themselves.

use super::error::{PlacedErrors, invalid, not_supported, or_empty, required};
use super::field_path::resolve;
use crate::convert;
use crate::json_path::ArrayNotation;
use crate::path::FieldPath;
use crate::server_version::ServerVersion;
use crate::wire::{JsonSchemaProps, ValidationRule};

const REASONS: [&str; 4] =
    ["FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"];

/// Checks the rules of a node.
pub(super) fn check(
    props: &JsonSchemaProps,
    server: ServerVersion,
    path: &FieldPath<'_>,
    found: &mut PlacedErrors,
) {
    let list = path.property("x-kubernetes-validations");
    // A schema that cannot be converted has any field, says upstream (`pathValid`).
    let mut convertible = None;
    for (index, rule) in props.validations.iter().flatten().enumerate() {
        let path = list.index(index);
        strings(rule, server, &path, found);
        if let Some(reason) = rule.reason.as_deref().filter(|reason| !REASONS.contains(reason)) {
            found.push(not_supported(&path.property("reason"), reason, &REASONS));
        }
        let field_path = or_empty(rule.field_path.as_ref());
        if field_path.is_empty() {
            continue;
        }
        let path = path.property("fieldPath");
        if field_path.trim().is_empty() {
            found.push(invalid(
                &path,
                field_path,
                of_field("fieldPath", "must be non-empty if specified", server),
            ));
        }
        if has_line_break(field_path) {
            found.push(invalid(
                &path,
                field_path,
                of_field("fieldPath", "must not contain line breaks", server),
            ));
        }
        let convertible = *convertible.get_or_insert_with(|| convert::first_unsupported(props).is_none());
        if convertible && resolve(field_path, Some(props), ArrayNotation::Allowed).is_err() {
            found.push(invalid(&path, field_path, of_field("fieldPath", "must be a valid path", server)));
        }
    }
}

fn strings(rule: &ValidationRule, server: ServerVersion, path: &FieldPath<'_>, found: &mut PlacedErrors) {
    let (expression, message) = (or_empty(rule.rule.as_ref()).trim(), or_empty(rule.message.as_ref()));
    let path_of_message = path.property("message");
    if expression.is_empty() {
        found.push(required(&path.property("rule"), "rule is not specified"));
    } else if !message.is_empty() && message.trim().is_empty() {
        found.push(invalid(
            &path_of_message,
            message,
            of_field("message", "must be non-empty if specified", server),
        ));
    } else if has_line_break(message.trim()) {
        found.push(invalid(
            &path_of_message,
            message,
            of_field("message", "must not contain line breaks", server),
        ));
    } else if has_line_break(expression) && message.trim().is_empty() {
        found.push(required(&path_of_message, "message must be specified if rule contains line breaks"));
    }
    let message_expression = or_empty(rule.message_expression.as_ref());
    if !message_expression.is_empty() && message_expression.trim().is_empty() {
        let detail = "messageExpression must be non-empty if specified";
        found.push(required(&path.property("messageExpression"), detail));
    }
}

/// Servers before 1.34 name the field.
fn of_field(field: &str, detail: &str, server: ServerVersion) -> String {
    if server < ServerVersion::V1_34 { format!("{field} {detail}") } else { detail.to_owned() }
}

fn has_line_break(string: &str) -> bool {
    string.contains(['\n', '\r'])
}
