//! Rules with `oldSelf` that a server refuses, because it never finds an old value.

use super::{Check, LintRule};
use crate::lint::Severity;
use crate::violation::Cause;

pub(super) const RULE: LintRule = LintRule {
    id: "old-self-unpaired",
    severity: Severity::Error,
    summary: "the rule uses `oldSelf` below the items of a list that no server pairs, and is refused",
    page: include_str!("old_self_unpaired.md"),
    check: Check::ServerError(&[Cause::UncorrelatedOldSelf]),
};
