//! Group, scope and names.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`, `ValidateCustomResourceDefinitionNames`.
//!
//! Knows nothing of: versions.

use crate::field_error::{invalid, not_supported, required};
use crate::names::{self, Name, lower};
use crate::path::FieldPath;
use crate::violation::Violation;
use crate::wire::{CrdNames, CrdSpec, or_empty};

/// Whether only the Kubernetes community may define resources of the group.
///
/// Source: `IsProtectedCommunityGroup` in `pkg/apihelpers/helpers.go`.
pub(in crate::crd) fn is_protected(group: &str) -> bool {
    ["k8s.io", "kubernetes.io"]
        .into_iter()
        .any(|domain| group.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')))
}

/// What a server says about the name of a definition, that follows from plural and group.
pub(in crate::crd) fn of_definition(name: &str, path: &FieldPath<'_>) -> Vec<Violation> {
    let reasons = names::subdomain_name(Name::Whole(name));
    reasons.into_iter().map(|reason| invalid(path, name, reason)).collect()
}

/// What a server says about `spec.group`.
pub(in crate::crd) fn group(group: &str, path: &FieldPath<'_>) -> Option<Violation> {
    let reasons = names::subdomain_1123(group);
    if group.is_empty() {
        return Some(required(path, ""));
    }
    if !reasons.is_empty() {
        return Some(invalid(path, group, reasons.join(",")));
    }
    let detail = "should be a domain with at least one dot";
    (!group.contains('.')).then(|| invalid(path, group, detail))
}

pub(in crate::crd) fn scope(spec: &CrdSpec, path: &FieldPath<'_>) -> Option<Violation> {
    one_of(or_empty(spec.scope.as_ref()), &["Cluster", "Namespaced"], path)
}

/// A word that must be given, and be one of those that are known.
pub(in crate::crd) fn one_of(word: &str, known: &[&str], path: &FieldPath<'_>) -> Option<Violation> {
    if word.is_empty() {
        return Some(required(path, ""));
    }
    (!known.contains(&word)).then(|| not_supported(path, word, known))
}

/// What must be there in `spec.names`, but not in the names that the server has accepted.
pub(in crate::crd) fn presence(names: &CrdNames, path: &FieldPath<'_>) -> Vec<Violation> {
    let fields = [
        ("plural", &names.plural),
        ("singular", &names.singular),
        ("kind", &names.kind),
        ("listKind", &names.list_kind),
    ];
    let missing = fields.into_iter().filter(|(_, name)| or_empty(name.as_ref()).is_empty());
    missing.map(|(field, _)| required(&path.property(field), "")).collect()
}

/// What is wrong with the names that are there.
pub(in crate::crd) fn form(names: &CrdNames, path: &FieldPath<'_>) -> Vec<Violation> {
    let mut found = Vec::new();
    for (field, name) in [("plural", &names.plural), ("singular", &names.singular)] {
        found.extend(given(name.as_ref()).and_then(|name| label(name, &path.property(field))));
    }
    for (field, name) in [("kind", &names.kind), ("listKind", &names.list_kind)] {
        found.extend(given(name.as_ref()).and_then(|name| mixed_case_label(name, &path.property(field))));
    }
    let list = path.property("shortNames");
    for (index, name) in names.short_names.iter().flatten().enumerate() {
        found.extend(label(name, &list.index(index)));
    }
    let kind = or_empty(names.kind.as_ref());
    if !kind.is_empty() && kind == or_empty(names.list_kind.as_ref()) {
        found.push(invalid(&path.property("listKind"), kind, "kind and listKind may not be the same"));
    }
    let list = path.property("categories");
    for (index, name) in names.categories.iter().flatten().enumerate() {
        found.extend(label(name, &list.index(index)));
    }
    found
}

fn given(name: Option<&String>) -> Option<&str> {
    name.map(String::as_str).filter(|name| !name.is_empty())
}

/// What a server says of a name that must be a DNS-1035 label.
pub(in crate::crd) fn label(name: &str, path: &FieldPath<'_>) -> Option<Violation> {
    let reasons = names::label_1035(name);
    (!reasons.is_empty()).then(|| invalid(path, name, reasons.join(",")))
}

fn mixed_case_label(name: &str, path: &FieldPath<'_>) -> Option<Violation> {
    let reasons = names::label_1035(&lower(name));
    let detail = || format!("may have mixed case, but should otherwise match: {}", reasons.join(","));
    (!reasons.is_empty()).then(|| invalid(path, name, detail()))
}
