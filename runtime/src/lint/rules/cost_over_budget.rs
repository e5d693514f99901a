//! Rules that a server refuses for what they may cost.

use super::{Check, LintRule};
use crate::lint::Severity;
use crate::violation::Violation;

pub(super) const RULE: LintRule = LintRule {
    id: "cost-over-budget",
    severity: Severity::Error,
    summary: "a rule may cost more than a server accepts, by itself or with all others, and is refused",
    page: include_str!("cost_over_budget.md"),
    check: Check::ServerError(is_about),
};

/// Texts as `pkg/apis/apiextensions/validation/validation.go` writes them.
fn is_about(error: &Violation) -> bool {
    error.detail().contains(" exceeds budget by factor of ")
        || error.detail().starts_with("contributed to estimated rule cost total")
}
