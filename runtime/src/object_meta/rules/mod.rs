//! What a server says about metadata that can be read.
//!
//! Source: `apimachinery pkg/api/validation/objectmeta.go`, `pkg/apis/meta/v1/validation/validation.go`. The declarative
//! rules beside them (`zz_generated.validations.go`) are alpha, which no server enforces.
//!
//! Knows nothing of: which kind of object the metadata is of, JSON.

mod owners;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::field_error::{forbidden, invalid, required, too_long};
use crate::go_text;
use crate::names::{self, Name};
use crate::path::FieldPath;
use crate::server_version::ServerVersion;
use crate::violation::{Cause, Violation, Violations};
use crate::wire::{ObjectMeta, or_empty};

const ANNOTATIONS_LIMIT: usize = 256 * 1024;
const NEGATIVE: &str = "must be greater than or equal to 0";

/// Whether objects of a kind live in namespaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    Namespaced,
    Cluster,
}

/// What is asked of a new object.
pub(crate) struct Kind<'k> {
    pub(crate) server: ServerVersion,
    pub(crate) scope: Scope,
    /// Why a name is not one of the kind's.
    pub(crate) name: &'k dyn Fn(Name<'_>) -> Vec<String>,
}

/// What is wrong with the metadata of a new object.
///
/// Source: `ValidateObjectMetaAccessor`.
pub(crate) fn create(metadata: &ObjectMeta, kind: &Kind<'_>, path: &FieldPath<'_>) -> Violations {
    let mut found = Violations::new();
    let prefix = or_empty(metadata.generate_name.as_ref());
    if !prefix.is_empty() {
        found.extend(name_reasons(Name::Prefix(prefix), kind, &path.property("generateName")));
    }
    found.extend(name(or_empty(metadata.name.as_ref()), kind, &path.property("name")));
    found.extend(namespace(or_empty(metadata.namespace.as_ref()), kind.scope, &path.property("namespace")));
    found.extend(negative_generation(metadata, path));
    common(metadata, kind.server, path, &mut found);
    let names = metadata.finalizers.as_deref().unwrap_or_default();
    finalizers(names, kind.server, &path.property("finalizers"), &mut found);
    managed_fields(metadata, kind.server, path, &mut found);
    found
}

/// What is wrong with the name of a new object.
pub(crate) fn name(name: &str, kind: &Kind<'_>, path: &FieldPath<'_>) -> Vec<Violation> {
    if name.is_empty() {
        return vec![required(path, "name or generateName is required")];
    }
    name_reasons(Name::Whole(name), kind, path)
}

fn name_reasons(name: Name<'_>, kind: &Kind<'_>, path: &FieldPath<'_>) -> Vec<Violation> {
    (kind.name)(name).into_iter().map(|reason| invalid(path, name.text(), reason)).collect()
}

fn namespace(namespace: &str, scope: Scope, path: &FieldPath<'_>) -> Vec<Violation> {
    match (scope, namespace) {
        (Scope::Namespaced, "") => vec![required(path, "")],
        (Scope::Cluster, "") => Vec::new(),
        (Scope::Cluster, _) => vec![forbidden(path, "not allowed on this type")],
        (Scope::Namespaced, name) => {
            names::label_1123(name).into_iter().map(|reason| invalid(path, name, reason)).collect()
        }
    }
}

fn negative_generation(metadata: &ObjectMeta, path: &FieldPath<'_>) -> Option<Violation> {
    let negative = metadata.generation.filter(|generation| *generation < 0)?;
    Some(invalid(&path.property("generation"), negative, NEGATIVE))
}

/// What is wrong with the metadata of a changed object; the server has carried over before what is its own.
///
/// **Quirk**: finalizers are not looked at, beyond new ones of an object that is going away.
///
/// Source: `ValidateObjectMetaAccessorUpdate`.
pub(crate) fn update(
    new: &ObjectMeta,
    old: &ObjectMeta,
    server: ServerVersion,
    path: &FieldPath<'_>,
) -> Violations {
    let mut found = Violations::new();
    if old.deletion_timestamp.is_some() {
        found.extend(new_finalizers(new, old, &path.property("finalizers")));
    }
    if or_empty(new.resource_version.as_ref()).is_empty() {
        found.push(invalid(&path.property("resourceVersion"), "", "must be specified for an update"));
    }
    if server >= ServerVersion::V1_37 {
        found.extend(negative_generation(new, path));
    }
    let (generation, old_generation) = (new.generation.unwrap_or(0), old.generation.unwrap_or(0));
    if generation < old_generation {
        found.push(invalid(&path.property("generation"), generation, "must not be decremented"));
    }
    immutable_fields(new, old, path, &mut found);
    common(new, server, path, &mut found);
    managed_fields(new, server, path, &mut found);
    found
}

/// Each message once from 1.37 on, whose servers merge declarative errors into the others.
pub(crate) fn merged(found: Violations, server: ServerVersion) -> Violations {
    if server < ServerVersion::V1_37 { found } else { found.without_repetitions() }
}

fn immutable(path: &FieldPath<'_>, new: impl Into<Value>) -> Violation {
    invalid(path, new, "field is immutable").caused_by(Cause::Immutable)
}

fn immutable_fields(new: &ObjectMeta, old: &ObjectMeta, path: &FieldPath<'_>, found: &mut Violations) {
    let fields = [("name", &new.name, &old.name), ("namespace", &new.namespace, &old.namespace)];
    for (field, new, old) in fields {
        let (new, old) = (or_empty(new.as_ref()), or_empty(old.as_ref()));
        found.extend((new != old).then(|| immutable(&path.property(field), new)));
    }
    let mut changed = |field: &str, new: Value, old: Value, of: fn(Violation) -> Violation| {
        found.extend((new != old).then(|| of(immutable(&path.property(field), new))));
    };
    let uid = |metadata: &ObjectMeta| or_empty(metadata.uid.as_ref()).into();
    changed("uid", uid(new), uid(old), Violation::of_pointer);
    let time = |time: &Option<String>| time.clone().map_or(Value::Null, Value::String);
    let (created, deleted) = ("creationTimestamp", "deletionTimestamp");
    changed(created, time(&new.creation_timestamp), time(&old.creation_timestamp), Violation::of_time);
    // A pointer, unlike the one above.
    let of_deletion =
        if new.deletion_timestamp.is_some() { Violation::of_time } else { Violation::of_pointer };
    changed(deleted, time(&new.deletion_timestamp), time(&old.deletion_timestamp), of_deletion);
    let seconds = |metadata: &ObjectMeta| metadata.deletion_grace_period_seconds.into();
    changed("deletionGracePeriodSeconds", seconds(new), seconds(old), Violation::of_pointer);
}

fn common(metadata: &ObjectMeta, server: ServerVersion, path: &FieldPath<'_>, found: &mut Violations) {
    if let Some(labels) = &metadata.labels {
        found.extend(check_labels(labels, server, &path.property("labels")));
    }
    if let Some(annotations) = &metadata.annotations {
        found.extend(check_annotations(annotations, server, &path.property("annotations")));
    }
    let owners = metadata.owner_references.as_deref().unwrap_or_default();
    owners::check(owners, server, &path.property("ownerReferences"), found);
}

fn managed_fields(
    metadata: &ObjectMeta,
    server: ServerVersion,
    path: &FieldPath<'_>,
    found: &mut Violations,
) {
    let entries = metadata.managed_fields.as_deref().unwrap_or_default();
    owners::managed_fields(entries, server, &path.property("managedFields"), found);
}

fn check_labels(
    labels: &BTreeMap<String, String>,
    server: ServerVersion,
    path: &FieldPath<'_>,
) -> Vec<Violation> {
    let mut found = Vec::new();
    for (key, value) in labels {
        let reasons = names::qualified_name(key, server).into_iter();
        found.extend(reasons.map(|reason| invalid(path, key.as_str(), reason)));
        let reasons = names::label_value(value, server).into_iter();
        found.extend(reasons.map(|reason| invalid(path, value.as_str(), reason)));
    }
    found
}

fn check_annotations(
    annotations: &BTreeMap<String, String>,
    server: ServerVersion,
    path: &FieldPath<'_>,
) -> Vec<Violation> {
    let mut found = Vec::new();
    for key in annotations.keys() {
        let reasons = names::qualified_name(&names::lower(key), server).into_iter();
        found.extend(reasons.map(|reason| invalid(path, key.as_str(), reason)));
    }
    let size: usize = annotations.iter().map(|(key, value)| key.len().saturating_add(value.len())).sum();
    found.extend((size > ANNOTATIONS_LIMIT).then(|| too_long(path, ANNOTATIONS_LIMIT, server)));
    found
}

fn finalizers(finalizers: &[String], server: ServerVersion, path: &FieldPath<'_>, found: &mut Violations) {
    for name in finalizers {
        let reasons = names::qualified_name(name, server).into_iter();
        found.extend(reasons.map(|reason| invalid(path, name.as_str(), reason)));
    }
    let has = |name: &str| finalizers.iter().any(|finalizer| finalizer == name);
    if has("orphan") && has("foregroundDeletion") {
        let detail = "finalizer orphan and foregroundDeletion cannot be both set";
        found.push(invalid(path, finalizers.to_vec(), detail).of_strings());
    }
}

fn new_finalizers(new: &ObjectMeta, old: &ObjectMeta, path: &FieldPath<'_>) -> Option<Violation> {
    let old: BTreeSet<_> = old.finalizers.iter().flatten().collect();
    let added: BTreeSet<_> = new.finalizers.iter().flatten().filter(|name| !old.contains(name)).collect();
    let names: Vec<_> = added.iter().map(|name| go_text::quoted(name)).collect();
    let detail = format!(
        "no new finalizers can be added if the object is being deleted, found new finalizers []string{{{}}}",
        names.join(", ")
    );
    (!names.is_empty()).then(|| forbidden(path, detail))
}
