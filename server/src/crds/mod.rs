//! CRDs that are created through the API.
//!
//! Source: `apiextensions-apiserver pkg/registry/customresourcedefinition`.

mod conditions;
mod names;
mod settle;

use crd_schema::api::{CrdSpec, CrdStatus};
use crd_schema::crd::{CrdValidator, default_crd};
use crd_schema::path::{FieldPathBuf, PathStep};
use crd_schema::serve::{Decoded, FieldValidation};
use crd_schema::{CustomResourceDefinition, Status, Violations};
use serde_json::{Value, json};

use crate::clock::Clock;
use crate::failure::Failure;
use crate::meta;
use crate::strategy::Checked;

pub(crate) use settle::settle;

const GROUP: &str = "apiextensions.k8s.io";
const KIND: &str = "CustomResourceDefinition";
/// A CRD waits for it until its objects are gone.
const CLEANUP: &str = "customresourcecleanup.apiextensions.k8s.io";

/// Reads what a request says of a CRD: unknown fields go, and defaults are filled in.
pub(crate) fn decode(mut decoded: Decoded, mode: FieldValidation) -> Result<Decoded, Failure> {
    let crd: CustomResourceDefinition =
        serde_json::from_value(decoded.object.clone()).map_err(|error| unreadable(&error.to_string()))?;
    let unknown = crd.unknown_fields();
    let mut said: Vec<_> = unknown.iter().map(|path| format!("unknown field \"{path}\"")).collect();
    said.sort();
    match mode {
        FieldValidation::Strict if !said.is_empty() => {
            return Err(unreadable(&format!("strict decoding error: {}", said.join(", "))));
        }
        FieldValidation::Ignore => {}
        _ => decoded.warnings.extend(said),
    }
    for path in &unknown {
        remove(&mut decoded.object, path);
    }
    let mut crd = typed(&decoded.object)?;
    default_crd(&mut crd);
    decoded.object = untyped(&mut crd)?;
    Ok(decoded)
}

fn unreadable(why: &str) -> Failure {
    Failure::bad_request(format!("{KIND} in version \"v1\" cannot be handled as a {KIND}: {why}"))
}

fn typed(object: &Value) -> Result<CustomResourceDefinition, Failure> {
    serde_json::from_value(object.clone()).map_err(|error| unreadable(&error.to_string()))
}

/// As Go writes it.
fn untyped(crd: &mut CustomResourceDefinition) -> Result<Value, Failure> {
    crd.omit_empty();
    serde_json::to_value(&*crd).map_err(|error| Failure::of_storage(&error.to_string()))
}

fn remove(object: &mut Value, path: &FieldPathBuf) {
    let steps = path.steps();
    let Some((last, parents)) = steps.split_last() else { return };
    let mut found = Some(object);
    for step in parents {
        found = found.and_then(|value| match step {
            PathStep::Property(name) | PathStep::Key(name) => value.get_mut(*name),
            PathStep::Index(index) => value.get_mut(*index),
            _ => None,
        });
    }
    if let (Some(Value::Object(fields)), PathStep::Property(name) | PathStep::Key(name)) = (found, last) {
        fields.remove(*name);
    }
}

fn checked(name: &str, found: &Violations) -> Result<(), Failure> {
    if found.is_empty() { Ok(()) } else { Err(Status::invalid(GROUP, KIND, name, found).into()) }
}

/// The CRD that a create request stores.
pub(crate) fn create(new: Decoded) -> Result<Checked, Failure> {
    let Decoded { object, mut warnings, .. } = new;
    let mut crd = typed(&object)?;
    crd.status = None;
    default_crd(&mut crd);
    let validator = CrdValidator::default();
    checked(meta::text(&object, "name"), &validator.create(&crd))?;
    warnings.extend(validator.warnings(&crd, None));
    let stored = crd.status.take().and_then(|status| status.stored_versions);
    let mut object = untyped(&mut crd)?;
    let status = json!({
        "conditions": null, "acceptedNames": {"plural": "", "kind": ""}, "storedVersions": stored,
    });
    set(&mut object, "status", status);
    Ok((object, warnings))
}

/// The CRD that an update stores in place of `old`.
pub(crate) fn update(old: &Value, new: Decoded) -> Result<Checked, Failure> {
    let Decoded { mut object, mut warnings, .. } = new;
    set(&mut object, "status", old.get("status").cloned().unwrap_or_else(|| json!({})));
    let (old_crd, mut crd) = (typed(old)?, typed(&object)?);
    keep_stored_version(&mut crd);
    let validator = CrdValidator::default();
    checked(meta::text(&object, "name"), &validator.update(&crd, &old_crd))?;
    warnings.extend(validator.warnings(&crd, Some(&old_crd)));
    let mut object = untyped(&mut crd)?;
    if object.get("spec") != old.get("spec") {
        let generation = meta::integer(old, "generation");
        meta::set(&mut object, "generation", generation.saturating_add(1));
    }
    Ok((object, warnings))
}

/// The storage version is among those in which objects may be stored.
fn keep_stored_version(crd: &mut CustomResourceDefinition) {
    let is_storage = |spec: &CrdSpec| {
        let version = spec.versions.iter().flatten().find(|version| version.storage == Some(true));
        version.and_then(|version| version.name.clone())
    };
    let Some(storage) = crd.spec.as_ref().and_then(is_storage) else { return };
    let status: &mut CrdStatus = crd.status.get_or_insert_default();
    let stored = status.stored_versions.get_or_insert_default();
    if !stored.contains(&storage) {
        stored.push(storage);
    }
}

/// The CRD that a write of `/status` stores in place of `old`.
///
/// Quirk: labels, annotations and finalizers are those of the request (`statusStrategy.PrepareForUpdate`).
pub(crate) fn update_status(old: &Value, new: Decoded) -> Result<Checked, Failure> {
    let Decoded { mut object, warnings, .. } = new;
    set(&mut object, "spec", old.get("spec").cloned().unwrap_or_default());
    let mut crd = typed(&object)?;
    Ok((untyped(&mut crd)?, warnings))
}

/// A CRD that somebody wants to be deleted: first its objects go.
pub(crate) fn delete(old: &Value, clock: &Clock) -> Value {
    let mut new = old.clone();
    meta::set(&mut new, "deletionTimestamp", clock.stamp());
    let mut finalizers = meta::strings(old, "finalizers");
    if !finalizers.contains(&CLEANUP) {
        finalizers.push(CLEANUP);
    }
    meta::set(&mut new, "finalizers", finalizers);
    let message = "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon";
    conditions::set(
        &mut new,
        &conditions::new("Terminating", true, "InstanceDeletionPending", message),
        clock,
    );
    new
}

fn set(object: &mut Value, name: &str, value: Value) {
    if let Some(fields) = object.as_object_mut() {
        fields.insert(name.to_owned(), value);
    }
}
