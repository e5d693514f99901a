//! What clients of a deprecated version are warned of.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/customresource_handler.go`, `defaultDeprecationWarning`.
//!
//! Knows nothing of: objects.

use std::cmp::Ordering;

use crd_schema_go::kube_version::compare;

use crate::wire::{CrdSpec, CrdVersion, or_empty};

/// The value of the `Warning` header; **quirk**: an empty one of the CRD is none.
pub(super) fn warning(spec: &CrdSpec, version: &CrdVersion) -> Option<String> {
    if version.deprecated != Some(true) {
        return None;
    }
    let warning = version.deprecation_warning.clone().unwrap_or_else(|| default_warning(spec, version));
    Some(warning).filter(|warning| !warning.is_empty())
}

fn default_warning(spec: &CrdSpec, version: &CrdVersion) -> String {
    let (group, name) = (or_empty(spec.group.as_ref()), or_empty(version.name.as_ref()));
    let kind = or_empty(spec.names.as_ref().and_then(|names| names.kind.as_ref()));
    let warning = format!("{group}/{name} {kind} is deprecated");
    let served = spec.versions.iter().flatten().filter(|other| {
        let is_served = other.served == Some(true) && other.deprecated != Some(true);
        is_served && compare(name, or_empty(other.name.as_ref())) == Ordering::Less
    });
    let newest = served.map(|other| or_empty(other.name.as_ref())).max_by(|one, other| compare(one, other));
    newest.map_or(warning.clone(), |newest| format!("{warning}; use {group}/{newest} {kind}"))
}
