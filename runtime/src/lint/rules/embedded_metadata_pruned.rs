//! Metadata below the root that is emptied.

use super::{Check, Depth, LintRule, Remark, Visited};
use crate::lint::Severity;
use crate::path::PathStyle;
use crate::schema::{NodeKind, SchemaNode};

pub(super) const RULE: LintRule = LintRule {
    id: "embedded-metadata-pruned",
    severity: Severity::Warning,
    summary: "metadata of an embedded object loses its labels and annotations",
    page: include_str!("embedded_metadata_pruned.md"),
    check: Check::Node(check),
};

fn check(visited: &Visited<'_>) -> Vec<Remark> {
    let looked_after = visited.depth == Depth::Root || visited.node.is_embedded_resource();
    match visited.node.property("metadata") {
        Some(metadata) if !looked_after && is_emptied(metadata) => {
            let path = visited.path.property("properties");
            vec![Remark::at(
                path.key("metadata").to_owned(PathStyle::Bracketed),
                "everything in it is pruned, labels and annotations too",
                "declare `labels` and `annotations` as maps of strings, or set \
                 `x-kubernetes-preserve-unknown-fields: true` on it",
            )]
        }
        _ => Vec::new(),
    }
}

fn is_emptied(node: &SchemaNode) -> bool {
    node.kind() == NodeKind::Struct
        && node.properties().next().is_none()
        && node.additional_properties().is_none()
        && !node.preserves_unknown_fields()
        && !node.is_embedded_resource()
}
