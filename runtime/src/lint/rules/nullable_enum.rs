//! Enums that are nullable and still never null.

use super::{Check, LintRule, Remark, Visited};
use crate::lint::Severity;

pub(super) const RULE: LintRule = LintRule {
    id: "nullable-enum",
    severity: Severity::Warning,
    summary: "a nullable enum refuses null, even when it lists it",
    page: include_str!("nullable_enum.md"),
    check: Check::Node(check),
};

/// **Quirk**: null is no value of an enum, even where it is listed (`kube-openapi pkg/validation/validate`,
/// `basicCommonValidator`).
fn check(visited: &Visited<'_>) -> Vec<Remark> {
    let validation = visited.node.value_validation();
    let listed = !validation.enum_.is_empty()
        || validation.all_of.iter().any(|branch| !branch.value_validation.enum_.is_empty());
    if !visited.node.is_nullable() || !listed {
        return Vec::new();
    }
    vec![Remark::at(
        visited.keyword("nullable"),
        "the enum refuses null, even where it lists null",
        "leave it out: a null field is then dropped, or replaced by the default",
    )]
}
