//! Rules that older servers refuse.

use super::{Check, LintRule, Remark};
use crate::crd::needs::{Need, of_schema};
use crate::lint::Severity;
use crate::path::{FieldPath, PathStyle};
use crate::schema::StructuralSchema;

pub(super) const RULE: LintRule = LintRule {
    id: "needs-newer-server",
    severity: Severity::Warning,
    summary: "a rule has what older servers refuse or drop",
    page: include_str!("needs_newer_server.md"),
    check: Check::Schema(check),
};

fn check(schema: &StructuralSchema, path: &FieldPath<'_>) -> Vec<Remark> {
    let prefix = path.to_owned(PathStyle::Bracketed);
    let remark = |Need { note, help, .. }: Need| Remark::at(note.path().below(&prefix), note.message(), help);
    of_schema(schema.root()).into_iter().map(remark).collect()
}
