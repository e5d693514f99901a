//! Completeness below the root, which servers do not ask for.

use super::{Check, LintRule, Remark};
use crate::lint::Severity;
use crate::path::FieldPath;
use crate::schema::StructuralSchema;

pub(super) const RULE: LintRule = LintRule {
    id: "completeness-below-root",
    severity: Severity::Warning,
    summary: "a nested validation mentions what its node does not declare",
    page: include_str!("completeness_below_root.md"),
    check: Check::Schema(check),
};

fn check(schema: &StructuralSchema, path: &FieldPath<'_>) -> Vec<Remark> {
    let incomplete = schema.incomplete_below_the_root(path);
    let remark = |violation: &crate::violation::Violation| Remark {
        message: format!("{violation}, which only the KEP asks for at this depth"),
        at: violation.path().clone(),
        help: Some("declare it there too: it is pruned, so that the validation never sees it".to_owned()),
    };
    incomplete.iter().map(remark).collect()
}
