//! Metadata below the root that loses its labels and annotations.

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

/// What an object of Kubernetes has in its metadata (`apimachinery pkg/apis/meta/v1/types.go`, `ObjectMeta`).
const KNOWN: [&str; 15] = [
    "annotations",
    "creationTimestamp",
    "deletionGracePeriodSeconds",
    "deletionTimestamp",
    "finalizers",
    "generateName",
    "generation",
    "labels",
    "managedFields",
    "name",
    "namespace",
    "ownerReferences",
    "resourceVersion",
    "selfLink",
    "uid",
];

/// At the root and in an embedded resource a server keeps what `metadata` of an object may have, whatever the schema
/// declares (`pkg/apiserver/schema/objectmeta/coerce.go`).
fn check(visited: &Visited<'_>) -> Vec<Remark> {
    let looked_after = visited.depth == Depth::Root || visited.node.is_embedded_resource();
    let Some(metadata) = visited.node.property("metadata").filter(|node| !looked_after && is_closed(node))
    else {
        return Vec::new();
    };
    let missing: Vec<_> =
        ["labels", "annotations"].into_iter().filter(|name| metadata.property(name).is_none()).collect();
    let is_empty = metadata.properties().next().is_none();
    // Something else may be called so, too.
    let is_of_object = metadata.properties().all(|(name, _)| KNOWN.contains(&name));
    // Whoever declares labels alone may want no annotations.
    if !missing.contains(&"labels") || !is_of_object {
        return Vec::new();
    }
    let message = if is_empty {
        "everything in it is pruned, labels and annotations too".to_owned()
    } else {
        format!("{} in it are pruned, since they are not declared", missing.join(" and "))
    };
    let missing: Vec<_> = missing.iter().map(|name| format!("`{name}`")).collect();
    let kinds = if missing.len() == 1 { "a map of strings" } else { "maps of strings" };
    let help = format!(
        "declare {} as {kinds}, or set `x-kubernetes-preserve-unknown-fields: true` on it",
        missing.join(" and ")
    );
    let path = visited.path.property("properties");
    vec![Remark::at(path.key("metadata").to_owned(PathStyle::Bracketed), &message, help)]
}

/// Whether undeclared fields are dropped.
fn is_closed(node: &SchemaNode) -> bool {
    node.kind() == NodeKind::Struct
        && node.additional_properties().is_none()
        && !node.preserves_unknown_fields()
        && !node.is_embedded_resource()
}
