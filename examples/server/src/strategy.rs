//! What the server itself says about objects, and the order of the steps of a write.
//!
//! Source: `apiserver pkg/registry/rest/create.go`, `update.go`, `delete.go`, `pkg/registry/generic/registry/store.go`;
//! `apiextensions-apiserver pkg/registry/customresource/strategy.go`.

use crd_schema::api::Scale;
use crd_schema::path::FieldPathBuf;
use crd_schema::serve::{Decoded, Rejection};
use crd_schema::{Status, Violation, Violations};
use jiff::Timestamp;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::error::Failure;
use crate::meta;
use crate::resource::Resource;
use crate::store::Fate;

/// Set by the server: what a client says of it does not count.
const OWN: [&str; 8] = [
    "creationTimestamp",
    "deletionGracePeriodSeconds",
    "deletionTimestamp",
    "generation",
    // Who wrote what is not tracked here.
    "managedFields",
    "namespace",
    "selfLink",
    "uid",
];

/// Which part of an object an update is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// All but the status.
    Main,
    /// The status.
    Status,
}

/// The object that a create request stores.
pub(crate) fn create(resource: &Resource, namespace: &str, mut new: Decoded) -> Result<Value, Failure> {
    let object = &mut new.object;
    match_namespace(object, namespace)?;
    for field in OWN {
        meta::remove(object, field);
    }
    if !namespace.is_empty() {
        meta::set(object, "namespace", namespace);
    }
    meta::set(object, "uid", Uuid::new_v4().to_string());
    meta::set(object, "creationTimestamp", now());
    meta::set(object, "generation", 1);
    if meta::text(object, "name").is_empty() && !meta::text(object, "generateName").is_empty() {
        let name = generate_name(meta::text(object, "generateName"));
        meta::set(object, "name", name);
    }
    check_kind(resource, object)?;
    let name = meta::text(object, "name").to_owned();
    let stored = resource.served().create_decoded(new).map_err(|why| rejected(resource, &name, &why))?;
    let object = stored.object.into_value();
    // Quirk: only what reads as a number other than 0 is refused, and with 500.
    if meta::text(&object, "resourceVersion").parse::<u64>().is_ok_and(|revision| revision != 0) {
        return Err(Failure::of_storage("resourceVersion should not be set on objects to be created"));
    }
    Ok(object)
}

/// What becomes of `old` when a client wants it to be `new`.
pub(crate) fn update(
    resource: &Resource,
    old: &Value,
    mut decoded: Decoded,
    part: Part,
) -> Result<Fate, Failure> {
    let new = &mut decoded.object;
    let name = meta::text(old, "name").to_owned();
    match_namespace(new, meta::text(old, "namespace"))?;
    check_revision(resource, old, new)?;
    check_uid(resource, old, new)?;
    check_kind(resource, new)?;
    for field in OWN {
        meta::copy(new, old, field);
    }
    let served = resource.served();
    let refused = |why: &Rejection| rejected(resource, &name, why);
    let old_read = served.read(old.clone()).map_err(|why| refused(&why.into()))?;
    let stored = match part {
        Part::Main => served.update_decoded(&old_read, decoded),
        Part::Status => served.update_status_decoded(&old_read, decoded),
    };
    Ok(fate(old, stored.map_err(|why| refused(&why))?.object.into_value()))
}

/// What becomes of `old` when a client wants it to run as often as `scale` says.
pub(crate) fn scale(resource: &Resource, old: &Value, scale: &Scale) -> Result<Fate, Failure> {
    match_namespace(&json!(scale), meta::text(old, "namespace"))?;
    let stored = resource.served().update_scale(old, scale);
    let stored = stored.map_err(|why| rejected(resource, meta::text(old, "name"), &why))?;
    Ok(fate(old, stored.object.into_value()))
}

/// What is deleted already goes with its last finalizer.
fn fate(old: &Value, new: Value) -> Fate {
    if meta::text(old, "deletionTimestamp").is_empty() {
        return Fate::Replace(new);
    }
    let last = meta::strings(&new, "finalizers").is_empty();
    if last { Fate::Remove(new) } else { Fate::Replace(new) }
}

/// What becomes of `old` when a client wants it gone: with finalizers it waits for them.
pub(crate) fn delete(old: &Value) -> Fate {
    if meta::strings(old, "finalizers").is_empty() {
        return Fate::Remove(old.clone());
    }
    if !meta::text(old, "deletionTimestamp").is_empty() {
        return Fate::Keep;
    }
    let mut new = old.clone();
    meta::set(&mut new, "deletionTimestamp", now());
    meta::set(&mut new, "deletionGracePeriodSeconds", 0);
    meta::set(&mut new, "generation", meta::integer(old, "generation").saturating_add(1));
    Fate::Replace(new)
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

/// Metadata has seconds.
fn now() -> String {
    Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

fn match_namespace(object: &Value, namespace: &str) -> Result<(), Failure> {
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
    let served = resource.served();
    if kind == served.kind() {
        return Ok(());
    }
    let path = FieldPathBuf::from_properties(["kind"]);
    let violation = Violation::invalid(path, json!(kind), format!("must be {}", served.kind()));
    let name = meta::text(object, "name");
    Err(Status::invalid(served.group(), kind, name, &Violations::from_iter([violation])).into())
}

fn check_revision(resource: &Resource, old: &Value, new: &Value) -> Result<(), Failure> {
    let name = meta::text(old, "name");
    match (meta::text(new, "resourceVersion"), meta::text(old, "resourceVersion")) {
        ("" | "0", _) => {
            let path = FieldPathBuf::from_properties(["metadata", "resourceVersion"]);
            let violation = Violation::invalid(path, json!(0), "must be specified for an update");
            let (group, plural) = (resource.served().group(), resource.served().plural());
            // Quirk: the plural stands where the kind should.
            Err(Status::invalid(group, plural, name, &Violations::from_iter([violation])).into())
        }
        (wanted, found) if wanted == found => Ok(()),
        _ => {
            let why =
                "the object has been modified; please apply your changes to the latest version and try again";
            Err(resource.conflict(name, why).into())
        }
    }
}

fn check_uid(resource: &Resource, old: &Value, new: &Value) -> Result<(), Failure> {
    let (wanted, found) = (meta::text(new, "uid"), meta::text(old, "uid"));
    if wanted.is_empty() || wanted == found {
        return Ok(());
    }
    let why = format!("Precondition failed: UID in precondition: {wanted}, UID in object meta: {found}");
    Err(resource.conflict(meta::text(old, "name"), &why).into())
}

fn rejected(resource: &Resource, name: &str, why: &Rejection) -> Failure {
    resource.served().status(name, why).into()
}
