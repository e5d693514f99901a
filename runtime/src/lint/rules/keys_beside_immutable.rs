//! Key mutability where the whole value is marked.

use super::{Check, LintRule, Remark, Visited};
use crate::lint::Severity;
use crate::schema::KEY_MUTABILITY;

pub(super) const RULE: LintRule = LintRule {
    id: "keys-beside-immutable",
    severity: Severity::Warning,
    summary: "the keys are frozen already by `x-kubernetes-mutability`",
    page: include_str!("keys_beside_immutable.md"),
    check: Check::Node(check),
};

fn check(visited: &Visited<'_>) -> Vec<Remark> {
    let node = visited.node;
    if node.mutability().is_none() || node.key_mutability().is_none() {
        return Vec::new();
    }
    vec![Remark::at(
        visited.keyword(KEY_MUTABILITY),
        "says nothing beside x-kubernetes-mutability, which freezes the keys too",
        "leave it out",
    )]
}
