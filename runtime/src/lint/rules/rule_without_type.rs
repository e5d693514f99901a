//! Rules on values that CEL has no type for.

use super::{Check, LintRule};
use crate::lint::Severity;
use crate::violation::Violation;

pub(super) const RULE: LintRule = LintRule {
    id: "rule-without-type",
    severity: Severity::Error,
    summary: "the rule stands on a value that may be of any type, and is refused",
    page: include_str!("rule_without_type.md"),
    check: Check::ServerError(help),
};

/// Texts as `pkg/apis/apiextensions/validation/validation.go` and `pkg/apiserver/schema/cel/compilation.go` write them.
fn help(error: &Violation) -> Option<&'static str> {
    let detail = error.detail();
    let is_about = detail.starts_with("internal error: failed to construct type information")
        || detail == "failed to convert to declType for CEL validation rules";
    is_about.then_some("give the value a type, or put the rule on a value above that has one")
}
