//! Rules on values that CEL has no type for.

use super::{Check, LintRule};
use crate::lint::Severity;
use crate::violation::Violation;

pub(super) const RULE: LintRule = LintRule {
    id: "rule-without-type",
    severity: Severity::Error,
    summary: "the rule stands on a value that may be of any type, and is refused",
    page: include_str!("rule_without_type.md"),
    check: Check::ServerError(is_about),
};

/// Texts as `pkg/apis/apiextensions/validation/validation.go` and `pkg/apiserver/schema/cel/compilation.go` write them.
fn is_about(error: &Violation) -> bool {
    let detail = error.detail();
    detail.starts_with("internal error: failed to construct type information")
        || detail == "failed to convert to declType for CEL validation rules"
}
