//! Fields that the API does not know; kubectl refuses them, other clients lose them.

mod help;

use super::{Check, LintRule, Remark};
use crate::lint::Severity;
use crate::path::FieldPathBuf;
use crate::wire::CustomResourceDefinition;

pub(super) const RULE: LintRule = LintRule {
    id: "unknown-field",
    severity: Severity::Warning,
    summary: "the API does not know the field: it is dropped, or rejected",
    page: include_str!("unknown_field.md"),
    check: Check::Definition(check),
};

fn check(crd: &CustomResourceDefinition) -> Vec<Remark> {
    let remark = |at: FieldPathBuf| Remark {
        message: format!("unknown field \"{at}\""),
        help: Some(help::of(&at)),
        at,
    };
    crd.unknown_fields().into_iter().map(remark).collect()
}
