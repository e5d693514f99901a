//! Rules that a server refuses for what they may cost.

use super::{Check, LintRule};
use crate::lint::Severity;
use crate::violation::Cause;

pub(super) const RULE: LintRule = LintRule {
    id: "cost-over-budget",
    severity: Severity::Error,
    summary: "a rule may cost more than a server accepts, by itself or with all others, and is refused",
    page: include_str!("cost_over_budget.md"),
    check: Check::ServerError(&[Cause::RuleCost, Cause::MessageExpressionCost, Cause::SchemaCost]),
};
