//! `x-kubernetes-preserve-unknown-fields` where it does not reach what it was meant for.

use super::{Check, LintRule, Remark, Visited};
use crate::lint::Severity;
use crate::schema::{AdditionalProperties, SchemaNode, SchemaType};

pub(super) const RULE: LintRule = LintRule {
    id: "preserve-wrong-level",
    severity: Severity::Warning,
    summary: "unknown fields are kept here, but not in the values below",
    page: include_str!("preserve_wrong_level.md"),
    check: Check::Node(check),
};

const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields";

/// **Quirk**: every field of a map is a known one, so that pruning goes on in its values
/// (`pkg/apiserver/schema/pruning/algorithm.go`).
fn check(visited: &Visited<'_>) -> Vec<Remark> {
    if visited.node.schema_type() != Some(&SchemaType::Object) {
        return Vec::new();
    }
    match visited.node.additional_properties() {
        Some(AdditionalProperties::Bool(true)) => vec![Remark::at(
            visited.keyword("additionalProperties"),
            "objects below lose all their fields, for `true` gives them no schema",
            anything(visited.node),
        )],
        Some(AdditionalProperties::Schema(values))
            if visited.node.preserves_unknown_fields() && loses(values) =>
        {
            vec![Remark::at(
                visited.keyword(PRESERVE),
                "keeps nothing here, for each field is one of additionalProperties, whose schema prunes",
                "move it into `additionalProperties`, or leave it out when the values are closed",
            )]
        }
        _ => Vec::new(),
    }
}

fn anything(node: &SchemaNode) -> &'static str {
    if node.preserves_unknown_fields() {
        "leave it out: `x-kubernetes-preserve-unknown-fields: true` alone keeps everything"
    } else {
        "write `x-kubernetes-preserve-unknown-fields: true` in its place to keep everything, or a schema of the values"
    }
}

fn loses(values: &SchemaNode) -> bool {
    values.schema_type() == Some(&SchemaType::Object)
        && !values.preserves_unknown_fields()
        && values.additional_properties().is_none()
}
