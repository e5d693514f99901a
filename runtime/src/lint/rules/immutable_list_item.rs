//! Markers on items that are not what they seem.

use super::{Check, LintRule, Remark, Visited};
use crate::lint::Severity;
use crate::schema::{ListType, NodeKind, SchemaNode};

pub(super) const RULE: LintRule = LintRule {
    id: "immutable-list-item",
    severity: Severity::Warning,
    summary: "items are marked that are paired by their position, or not at all",
    page: include_str!("immutable_list_item.md"),
    check: Check::Node(check),
};

fn check(visited: &Visited<'_>) -> Vec<Remark> {
    let NodeKind::List(Some(items)) = visited.node.kind() else { return Vec::new() };
    let message = match visited.node.list_type() {
        Some(ListType::Map) => return Vec::new(),
        _ if !is_marked(items) => return Vec::new(),
        Some(ListType::Set) => "the markers of the items say nothing, for items of a set are never paired",
        _ => "items are paired by their position: one that is put in front of the others changes all of them",
    };
    let help = "make it a list map, or mark the list itself";
    vec![Remark::at(visited.keyword("items"), message, help)]
}

fn is_marked(node: &SchemaNode) -> bool {
    node.mutability().is_some()
        || node.key_mutability().is_some()
        || node.properties().any(|(_, field)| is_marked(field))
}
