//! Rules on values that CEL has no type for.

use super::{Check, LintRule};
use crate::lint::Severity;
use crate::violation::Cause;

pub(super) const RULE: LintRule = LintRule {
    id: "rule-without-type",
    severity: Severity::Error,
    summary: "the rule stands on a value that may be of any type, and is refused",
    page: include_str!("rule_without_type.md"),
    check: Check::ServerError(&[Cause::RuleWithoutType]),
};
