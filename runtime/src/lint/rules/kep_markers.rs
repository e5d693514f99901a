//! The extensions of the Immutable Fields KEP and of the structural-schema KEP that no released server knows.

use super::{Check, LintRule, Remark, Visited};
use crate::lint::Severity;
use crate::schema::{KEY_MUTABILITY, MUTABILITY, UNIONS};

pub(super) const RULE: LintRule = LintRule {
    id: "kep-markers",
    severity: Severity::Warning,
    summary: "no released server knows the extension, which is that of a KEP",
    page: include_str!("kep_markers.md"),
    check: Check::Node(check),
};

fn check(visited: &Visited<'_>) -> Vec<Remark> {
    let node = visited.node;
    let rules = "publish the CRD with CEL rules in its place";
    let one_of = "publish the CRD with oneOf and required in its place";
    let marked = [
        (MUTABILITY, node.mutability().is_some(), rules),
        (KEY_MUTABILITY, node.key_mutability().is_some(), rules),
        (UNIONS, !node.unions().is_empty(), one_of),
    ];
    let remark = |(marker, _, help)| {
        Remark::at(
            visited.keyword(marker),
            "no released API server knows this extension: it is dropped, and strict clients such as kubectl refuse it",
            help,
        )
    };
    marked.into_iter().filter(|(_, set, _)| *set).map(remark).collect()
}
