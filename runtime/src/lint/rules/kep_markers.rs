//! The extensions of the Immutable Fields KEP, which no released server knows.

use super::{Check, LintRule, Remark, Visited};
use crate::lint::Severity;
use crate::schema::{KEY_MUTABILITY, MUTABILITY};

pub(super) const RULE: LintRule = LintRule {
    id: "kep-markers",
    severity: Severity::Warning,
    summary: "no released server knows the extension of the Immutable Fields KEP",
    page: include_str!("kep_markers.md"),
    check: Check::Node(check),
};

fn check(visited: &Visited<'_>) -> Vec<Remark> {
    let node = visited.node;
    let marked =
        [(MUTABILITY, node.mutability().is_some()), (KEY_MUTABILITY, node.key_mutability().is_some())];
    let remark = |(marker, _)| {
        Remark::at(
            visited.keyword(marker),
            "no released API server knows this extension: it is dropped, and strict clients such as kubectl refuse it",
            "publish the CRD with CEL rules in its place",
        )
    };
    marked.into_iter().filter(|(_, set)| *set).map(remark).collect()
}
