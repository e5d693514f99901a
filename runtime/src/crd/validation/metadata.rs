//! The metadata of the definition.
//!
//! Source: `apimachinery pkg/api/validation/objectmeta.go`, `pkg/apis/meta/v1/validation/validation.go`;
//! `apiserver pkg/registry/rest/update.go`, `BeforeUpdate`.
//!
//! Knows nothing of: `spec`, beyond the name that follows from it.

use std::collections::BTreeMap;

use super::dns;
use super::fault::{Faults, forbidden, invalid, lower, owned, required, text};
use super::owners;
use crate::go_text;
use crate::path::FieldPath;
use crate::violation::{ErrorKind, Violation};
use crate::wire::ObjectMeta;

const ANNOTATIONS_LIMIT: usize = 256 * 1024;
const IMMUTABLE: &str = "field is immutable";

/// What is wrong with the metadata of a new definition, whose name must be `wanted`.
pub(super) fn create(metadata: &ObjectMeta, wanted: &str, path: &FieldPath<'_>, found: &mut Faults) {
    let generate_name = text(metadata.generate_name.as_ref());
    if !generate_name.is_empty() {
        let path = path.property("generateName");
        found.extend(name_reasons(generate_name, &mask_trailing_dash(generate_name), wanted, &path));
    }
    found.extend(name(text(metadata.name.as_ref()), wanted, &path.property("name")));
    if !text(metadata.namespace.as_ref()).is_empty() {
        found.push(forbidden(&path.property("namespace"), "not allowed on this type"));
    }
    common(metadata, path, found);
    finalizers(metadata.finalizers.as_deref().unwrap_or_default(), &path.property("finalizers"), found);
    owners::managed_fields(metadata.managed_fields.as_deref().unwrap_or_default(), path, found);
}

/// What is wrong with a name that must be `wanted`.
pub(in crate::crd) fn name(name: &str, wanted: &str, path: &FieldPath<'_>) -> Vec<Violation> {
    if name.is_empty() {
        return vec![required(path, "name or generateName is required")];
    }
    name_reasons(name, name, wanted, path)
}

fn name_reasons(name: &str, masked: &str, wanted: &str, path: &FieldPath<'_>) -> Vec<Violation> {
    let other = (name != wanted).then(|| "must be spec.names.plural+\".\"+spec.group".to_owned());
    let reasons = dns::subdomain_1123(masked).into_iter().chain(other);
    reasons.map(|reason| invalid(path, name, reason)).collect()
}

/// A generated name may end in a dash, since something will follow it; **quirk**: two bytes are masked.
fn mask_trailing_dash(name: &str) -> String {
    match name.len().checked_sub(2).filter(|_| name.ends_with('-')).and_then(|end| name.get(..end)) {
        Some(kept) => format!("{kept}a"),
        None => name.to_owned(),
    }
}

/// What is wrong with the metadata of a changed definition.
///
/// What the server itself carries over from the old object cannot be wrong: generation, creation time, and uid and
/// the marks of deletion where the new object has none.
pub(super) fn update(new: &ObjectMeta, old: &ObjectMeta, path: &FieldPath<'_>, found: &mut Faults) {
    let deleting = !text(old.deletion_timestamp.as_ref()).is_empty();
    if deleting {
        found.extend(new_finalizers(new, old, &path.property("finalizers")));
    }
    if text(new.resource_version.as_ref()).is_empty() {
        found.push(invalid(&path.property("resourceVersion"), "", "must be specified for an update"));
    }
    let mut immutable = |member: &str, new: &Option<String>, old: &Option<String>| {
        let (new, old) = (text(new.as_ref()), text(old.as_ref()));
        found.extend((new != old).then(|| invalid(&path.property(member), new, IMMUTABLE)));
    };
    immutable("name", &new.name, &old.name);
    immutable("namespace", &new.namespace, &old.namespace);
    if !text(new.uid.as_ref()).is_empty() {
        immutable("uid", &new.uid, &old.uid);
    }
    if !deleting {
        immutable("deletionTimestamp", &new.deletion_timestamp, &old.deletion_timestamp);
    }
    if let Some(seconds) = new.deletion_grace_period_seconds.filter(|_| !grace_period_is_kept(new, old)) {
        found.push(invalid(&path.property("deletionGracePeriodSeconds"), seconds, IMMUTABLE));
    }
    common(new, path, found);
    owners::managed_fields(new.managed_fields.as_deref().unwrap_or_default(), path, found);
}

fn grace_period_is_kept(new: &ObjectMeta, old: &ObjectMeta) -> bool {
    new.deletion_grace_period_seconds == old.deletion_grace_period_seconds
}

fn common(metadata: &ObjectMeta, path: &FieldPath<'_>, found: &mut Faults) {
    if let Some(labels) = &metadata.labels {
        found.extend(check_labels(labels, &path.property("labels")));
    }
    if let Some(annotations) = &metadata.annotations {
        found.extend(check_annotations(annotations, &path.property("annotations")));
    }
    let owners = metadata.owner_references.as_deref().unwrap_or_default();
    owners::check(owners, &path.property("ownerReferences"), found);
}

fn check_labels(labels: &BTreeMap<String, String>, path: &FieldPath<'_>) -> Vec<Violation> {
    let mut found = Vec::new();
    for (key, value) in labels {
        found.extend(dns::qualified_name(key).into_iter().map(|reason| invalid(path, key.as_str(), reason)));
        found.extend(dns::label_value(value).into_iter().map(|reason| invalid(path, value.as_str(), reason)));
    }
    found
}

fn check_annotations(annotations: &BTreeMap<String, String>, path: &FieldPath<'_>) -> Vec<Violation> {
    let mut found = Vec::new();
    for key in annotations.keys() {
        let reasons = dns::qualified_name(&lower(key)).into_iter();
        found.extend(reasons.map(|reason| invalid(path, key.as_str(), reason)));
    }
    let size: usize = annotations.iter().map(|(key, value)| key.len().saturating_add(value.len())).sum();
    if size > ANNOTATIONS_LIMIT {
        let detail = format!("may not be more than {ANNOTATIONS_LIMIT} bytes");
        found.push(Violation::new(ErrorKind::TooLong, owned(path), None, detail));
    }
    found
}

fn finalizers(finalizers: &[String], path: &FieldPath<'_>, found: &mut Faults) {
    for name in finalizers {
        let reasons = dns::qualified_name(name).into_iter();
        found.extend(reasons.map(|reason| invalid(path, name.as_str(), reason)));
    }
    let has = |name: &str| finalizers.iter().any(|finalizer| finalizer == name);
    if has("orphan") && has("foregroundDeletion") {
        let detail = "finalizer orphan and foregroundDeletion cannot be both set";
        found.push(invalid(path, finalizers.to_vec(), detail));
    }
}

fn new_finalizers(new: &ObjectMeta, old: &ObjectMeta, path: &FieldPath<'_>) -> Option<Violation> {
    let old = old.finalizers.as_deref().unwrap_or_default();
    let mut added: Vec<_> = new.finalizers.iter().flatten().filter(|name| !old.contains(name)).collect();
    added.sort_unstable();
    added.dedup();
    let names: Vec<_> = added.iter().map(|name| go_text::quoted(name)).collect();
    let detail = format!(
        "no new finalizers can be added if the object is being deleted, found new finalizers []string{{{}}}",
        names.join(", ")
    );
    (!names.is_empty()).then(|| forbidden(path, detail))
}
