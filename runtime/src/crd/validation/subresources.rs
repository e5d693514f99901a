//! The paths of the `/scale` subresource.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`, `ValidateCustomResourceDefinitionSubresources`.
//!
//! Knows nothing of: schemas; nothing checks that a path exists.

use super::error::{invalid, or_empty, required};
use crate::crd::checks::simple_json_path;
use crate::path::FieldPath;
use crate::violation::Violation;
use crate::wire::CrdSubresources;

/// What a server says about subresources.
pub(super) fn check(subresources: Option<&CrdSubresources>, path: &FieldPath<'_>) -> Vec<Violation> {
    let Some(scale) = subresources.and_then(|subresources| subresources.scale.as_ref()) else {
        return Vec::new();
    };
    let path = path.property("scale");
    let fields = [
        ("specReplicasPath", or_empty(scale.spec_replicas_path.as_ref()), ".spec"),
        ("statusReplicasPath", or_empty(scale.status_replicas_path.as_ref()), ".status"),
    ];
    let mut found: Vec<_> = fields
        .into_iter()
        .filter_map(|(field, json_path, parent)| replicas(json_path, parent, &path.property(field)))
        .collect();
    let selector = or_empty(scale.label_selector_path.as_ref());
    found.extend(label_selector(selector, &path.property("labelSelectorPath")));
    found
}

fn replicas(json_path: &str, parent: &str, path: &FieldPath<'_>) -> Option<Violation> {
    if json_path.is_empty() {
        return Some(required(path, ""));
    }
    simple_json_path(json_path, path).or_else(|| {
        let detail = format!("should be a json path under {parent}");
        (!is_below(json_path, parent)).then(|| invalid(path, json_path, detail))
    })
}

fn label_selector(json_path: &str, path: &FieldPath<'_>) -> Option<Violation> {
    if json_path.is_empty() {
        return None;
    }
    simple_json_path(json_path, path).or_else(|| {
        let fits = is_below(json_path, ".spec") || is_below(json_path, ".status");
        let detail = "should be a json path under either .spec or .status";
        (!fits).then(|| invalid(path, json_path, detail).of_pointer())
    })
}

fn is_below(json_path: &str, parent: &str) -> bool {
    json_path.strip_prefix(parent).is_some_and(|rest| rest.starts_with('.'))
}
