//! What the server itself says of objects, and the order of the steps of a write.
//!
//! Source: `apiserver pkg/registry/rest/create.go`, `update.go`, `delete.go`, `pkg/registry/generic/registry/store.go`;
//! `apiextensions-apiserver pkg/registry/customresource/strategy.go`.

use crd_schema::api::Scale;
use crd_schema::apply::{Subresource, keep_times};
use crd_schema::path::FieldPathBuf;
use crd_schema::serve::{Decoded, Outcome, Rejection};
use crd_schema::steps::CanonicalObject;
use crd_schema::{Status, Violation, Violations};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::clock::Clock;
use crate::crds;
use crate::failure::Failure;
use crate::managers::Writer;
use crate::meta;
use crate::namespaces;
use crate::objects::Fate;
use crate::request::{DeleteOptions, Dependents};
use crate::resources::{Resource, Role};

/// Set by the server: what a client says of it does not count.
const OWN: [&str; 6] =
    ["creationTimestamp", "deletionGracePeriodSeconds", "deletionTimestamp", "generation", "selfLink", "uid"];

/// What nobody but a garbage collector removes.
const ORPHAN: &str = "orphan";
const FOREGROUND: &str = "foregroundDeletion";

/// Which part of an object an update is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// All but the status.
    Main,
    /// The status.
    Status,
}

impl Part {
    pub(crate) fn subresource(self) -> Subresource {
        match self {
            Self::Main => Subresource::None,
            Self::Status => Subresource::Status,
        }
    }
}

/// An object to store, and what the client is warned of.
pub(crate) type Checked = (Value, Vec<String>);

/// The object of a create request, with its managers and without what the server sets.
pub(crate) fn requested(resource: &Resource, namespace: &str, mut new: Decoded, by: &Writer) -> Decoded {
    wipe(&mut new.object, namespace);
    let managers = &resource.shared.managers;
    new.object = managers.update(None, new.object, Subresource::None, by);
    new
}

/// Source: `WipeObjectMetaSystemFields` in `apiserver pkg/registry/rest/meta.go`.
fn wipe(object: &mut Value, namespace: &str) {
    for field in OWN {
        meta::remove(object, field);
    }
    if !namespace.is_empty() {
        meta::set(object, "namespace", namespace);
    }
}

/// The object that a create request stores.
pub(crate) fn create(
    resource: &Resource,
    clock: &Clock,
    namespace: &str,
    mut new: Decoded,
) -> Result<Checked, Failure> {
    let object = &mut new.object;
    wipe(object, namespace);
    meta::set(object, "uid", Uuid::new_v4().to_string());
    meta::set(object, "creationTimestamp", clock.stamp());
    meta::set(object, "generation", 1);
    if meta::text(object, "name").is_empty() && !meta::text(object, "generateName").is_empty() {
        let name = generate_name(meta::text(object, "generateName"));
        meta::set(object, "name", name);
    }
    check_kind(resource, object)?;
    let name = meta::text(object, "name").to_owned();
    let checked = match resource.shared.role {
        Role::Custom => stored(resource, &name, resource.served.create_decoded(new)),
        Role::Definitions => crds::create(new),
        Role::Namespaces => namespaces::create(resource, &name, new),
    };
    let (object, warnings) = checked?;
    // Quirk: only what reads as a number other than 0 is rejected, and with 500.
    if meta::text(&object, "resourceVersion").parse::<u64>().is_ok_and(|revision| revision != 0) {
        return Err(Failure::of_storage("resourceVersion should not be set on objects to be created"));
    }
    Ok((object, warnings))
}

/// What an outcome stores, or the `Status` of its rejection.
pub(crate) fn stored(
    resource: &Resource,
    name: &str,
    outcome: Result<Outcome, Rejection>,
) -> Result<Checked, Failure> {
    match outcome {
        Ok(outcome) => Ok((outcome.object.into_value(), outcome.warnings)),
        Err(why) => Err(resource.served.status(name, &why).into()),
    }
}

/// What becomes of `old` when a client wants it to be another object.
pub(crate) fn update(
    resource: &Resource,
    old: &CanonicalObject,
    mut decoded: Decoded,
    part: Part,
    by: &Writer,
) -> Result<(Fate, Vec<String>), Failure> {
    let managers = &resource.shared.managers;
    decoded.object = managers.update(Some(old.value()), decoded.object, part.subresource(), by);
    replace(resource, old, decoded, part)
}

/// What becomes of `old` when an object is to replace it that has its managers.
pub(crate) fn replace(
    resource: &Resource,
    old: &CanonicalObject,
    mut decoded: Decoded,
    part: Part,
) -> Result<(Fate, Vec<String>), Failure> {
    let (new, old_value) = (&mut decoded.object, old.value());
    let name = meta::text(old_value, "name").to_owned();
    if resource.shared.namespaced && meta::text(new, "namespace").is_empty() {
        meta::copy(new, old_value, "namespace");
    }
    check_revision(resource, old_value, new)?;
    check_kind(resource, new)?;
    carry_over(old_value, new);
    let (object, warnings) = match (resource.shared.role, part) {
        (Role::Custom, Part::Main) => stored(resource, &name, resource.served.update_decoded(old, decoded)),
        (Role::Custom, Part::Status) => {
            stored(resource, &name, resource.served.update_status_decoded(old, decoded))
        }
        (Role::Definitions, Part::Main) => crds::update(old_value, decoded),
        (Role::Definitions, Part::Status) => crds::update_status(old_value, decoded),
        (Role::Namespaces, part) => namespaces::update(resource, &name, old, decoded, part),
    }?;
    Ok((fate(old_value, object), warnings))
}

/// What a client that says nothing of it does not change. What it says otherwise is validated.
///
/// Source: `BeforeUpdate` in `apiserver pkg/registry/rest/update.go`.
fn carry_over(old: &Value, new: &mut Value) {
    for field in ["creationTimestamp", "generation"] {
        meta::copy(new, old, field);
    }
    if meta::text(new, "uid").is_empty() {
        meta::copy(new, old, "uid");
    }
    if meta::is_deleted(old) {
        meta::copy(new, old, "deletionTimestamp");
    }
    if meta::field(new, "deletionGracePeriodSeconds").is_none() {
        meta::copy(new, old, "deletionGracePeriodSeconds");
    }
}

/// What becomes of `old` when a client wants it to run as often as `scale` says. `managers` are those of its fields then.
pub(crate) fn scale(
    resource: &Resource,
    old: &CanonicalObject,
    scale: &Scale,
    managers: Value,
) -> Result<(Fate, Vec<String>), Failure> {
    let outcome = resource.served.update_scale_decoded(old, scale);
    let (mut object, warnings) = stored(resource, meta::text(old.value(), "name"), outcome)?;
    meta::remove(&mut object, "managedFields");
    if managers.as_array().is_some_and(|entries| !entries.is_empty()) {
        meta::set(&mut object, "managedFields", managers);
    }
    Ok((fate(old.value(), object), warnings))
}

/// What is deleted already goes with its last finalizer.
fn fate(old: &Value, mut new: Value) -> Fate {
    keep_times(&mut new, old);
    let goes = meta::is_deleted(old)
        && meta::strings(&new, "finalizers").is_empty()
        && meta::integer(old, "deletionGracePeriodSeconds") == 0;
    if goes { Fate::Remove(new) } else { Fate::Replace(new) }
}

/// What becomes of `old` when a client wants it gone: with finalizers it waits for them.
///
/// Source: `updateForGracefulDeletionAndFinalizers` in `pkg/registry/generic/registry/store.go`.
pub(crate) fn delete(
    resource: &Resource,
    clock: &Clock,
    old: &Value,
    options: &DeleteOptions,
) -> Result<Fate, Failure> {
    check_preconditions(resource, old, options)?;
    match resource.shared.role {
        Role::Definitions if !meta::is_deleted(old) => return Ok(Fate::Replace(crds::delete(old, clock))),
        Role::Namespaces if !meta::is_deleted(old) => {
            return Ok(Fate::Replace(namespaces::delete(old, clock)));
        }
        // It waits for what is in it.
        Role::Namespaces => return Ok(Fate::Keep),
        _ => {}
    }
    let finalizers = finalizers_after(old, options.dependents);
    let mut new = old.clone();
    if finalizers.is_empty() {
        return Ok(Fate::Remove(new));
    }
    meta::set(&mut new, "finalizers", finalizers);
    mark_deleted(&mut new, clock);
    Ok(Fate::Replace(new))
}

/// Source: `markAsDeleting`.
fn mark_deleted(object: &mut Value, clock: &Clock) {
    let generation = meta::integer(object, "generation");
    if !meta::is_deleted(object) {
        meta::set(object, "deletionTimestamp", clock.stamp());
        if generation > 0 {
            meta::set(object, "generation", generation.saturating_add(1));
        }
    }
    meta::set(object, "deletionGracePeriodSeconds", 0);
}

/// Source: `deletionFinalizersForGarbageCollection`.
fn finalizers_after(old: &Value, dependents: Dependents) -> Vec<String> {
    let found = meta::strings(old, "finalizers");
    let first = found.iter().find(|name| [ORPHAN, FOREGROUND].contains(*name));
    let wanted = match dependents {
        Dependents::Background => None,
        Dependents::Foreground => Some(FOREGROUND),
        Dependents::Orphan => Some(ORPHAN),
        Dependents::Default => first.copied(),
    };
    if wanted.is_some_and(|wanted| found.contains(&wanted)) && first.copied() == wanted {
        return found.into_iter().map(str::to_owned).collect();
    }
    let others = found.iter().copied().filter(|name| ![ORPHAN, FOREGROUND].contains(name));
    others.chain(wanted).map(str::to_owned).collect()
}

/// Source: `apiserver pkg/registry/rest/delete.go`, `BeforeDelete`.
fn check_preconditions(resource: &Resource, old: &Value, options: &DeleteOptions) -> Result<(), Failure> {
    let uid = (&options.uid, "uid", "UID", "deleted and then recreated");
    let revision = (&options.resource_version, "resourceVersion", "ResourceVersion", "modified");
    for (wanted, field, shown, event) in [uid, revision] {
        let found = meta::text(old, field);
        let Some(wanted) = wanted.as_deref().filter(|wanted| *wanted != found) else { continue };
        let (group, name) = (&resource.shared.group, meta::text(old, "name"));
        if resource.shared.role == Role::Definitions {
            // Source: `apiextensions-apiserver pkg/registry/customresourcedefinition/etcd.go`, `Delete`.
            let why = format!(
                "precondition failed: {shown} in precondition: {wanted}, {shown} in object meta: {found}"
            );
            return Err(Status::conflict(group, &resource.shared.names.plural, name, &why).into());
        }
        let why = format!(
            "the {shown} in the precondition ({wanted}) does not match the {shown} in record ({found}). The object \
             might have been {event}"
        );
        // Quirk: the kind stands where the plural should.
        return Err(Status::conflict(group, resource.kind(), name, &why).into());
    }
    Ok(())
}

/// A name that begins as the client wants it: Kubernetes' letters, without vowels and look-alikes
/// (`apiserver pkg/storage/names/generate.go`).
fn generate_name(prefix: &str) -> String {
    const LETTERS: &[u8] = b"bcdfghjklmnpqrstvwxz2456789";
    const MAX_PREFIX: usize = 58;
    let random = Uuid::new_v4();
    let letters = random.as_bytes().iter().take(5);
    let letters = letters.filter_map(|byte| LETTERS.get(usize::from(*byte) % LETTERS.len()));
    let start = prefix.char_indices().map_while(|(at, c)| (at + c.len_utf8() <= MAX_PREFIX).then_some(c));
    start.chain(letters.map(|letter| char::from(*letter))).collect()
}

/// The namespace of an object must be that of the request.
pub(crate) fn check_namespace(object: &Value, namespace: &str) -> Result<(), Failure> {
    match meta::text(object, "namespace") {
        "" => Ok(()),
        named if named == namespace => Ok(()),
        _ => Err(Failure::bad_request(
            "the namespace of the provided object does not match the namespace sent on the request",
        )),
    }
}

/// Quirk: the error names the kind that the object claims to be of.
fn check_kind(resource: &Resource, object: &Value) -> Result<(), Failure> {
    let kind = object.get("kind").and_then(Value::as_str).unwrap_or_default();
    if kind == resource.kind() {
        return Ok(());
    }
    let path = FieldPathBuf::from_properties(["kind"]);
    let violation = Violation::invalid(path, json!(kind), format!("must be {}", resource.kind()));
    let name = meta::text(object, "name");
    Err(Status::invalid(&resource.shared.group, kind, name, &Violations::from_iter([violation])).into())
}

fn check_revision(resource: &Resource, old: &Value, new: &Value) -> Result<(), Failure> {
    let (name, named) = (meta::text(old, "name"), resource.named());
    match (meta::text(new, "resourceVersion"), meta::text(old, "resourceVersion")) {
        ("" | "0", _) => {
            let path = FieldPathBuf::from_properties(["metadata", "resourceVersion"]);
            let violation = Violation::invalid(path, json!(0), "must be specified for an update");
            let found = Violations::from_iter([violation]);
            // Quirk: the plural stands where the kind should.
            Err(Status::invalid(named.group, named.plural, name, &found).into())
        }
        (wanted, found) if wanted == found => Ok(()),
        _ => {
            let why =
                "the object has been modified; please apply your changes to the latest version and try again";
            Err(Status::conflict(named.group, named.plural, name, why).into())
        }
    }
}
