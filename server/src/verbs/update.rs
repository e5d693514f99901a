//! `PUT` of an object or of its status.

use std::sync::Arc;

use crd_schema::steps::CanonicalObject;
use serde_json::Value;

use super::call::{Answer, Call};
use crate::failure::Failure;
use crate::objects::{Changed, Fate, Mode};
use crate::request::{ObjectBody, Write, WriteOptions};
use crate::resources::Role;
use crate::strategy::{self, Part};
use crate::{crds, decode, meta, namespaces};

pub(crate) async fn update(call: &mut Call, part: Part) -> Result<Answer, Failure> {
    check_path(call)?;
    let output = call.output()?;
    let bytes = call.bytes().await?;
    let options = WriteOptions::parse(&call.query, Write::Update)?;
    let format = call.format()?;
    let resource = Arc::clone(&call.resource);
    let decoded = decode::object(&resource, &ObjectBody { format, bytes }, options.field_validation)?;
    call.warn(decoded.warnings.clone());
    strategy::check_namespace(&decoded.object, &call.place.namespace)?;
    check_name(&decoded.object, &call.place.name)?;
    let key = resource.key(&call.place.namespace, &call.place.name);
    let by = call.writer(&options.manager);
    let mut warnings = Vec::new();
    let changed = change(call, Mode::new(options.dry_run), |old| {
        check_uid(&key, old.value(), &decoded.object)
            .map_err(|why| conflict(&resource, old.value(), &why))?;
        let (fate, said) = strategy::update(&resource, old, decoded.clone(), part, &by)?;
        warnings = said;
        Ok(fate)
    });
    let changed = changed.await?;
    call.warn(warnings);
    call.answer(200, output, changed.into_object())
}

/// The path must name an object.
pub(crate) fn check_path(call: &Call) -> Result<(), Failure> {
    if call.place.name.is_empty() { Err(Failure::bad_request("name must be provided")) } else { Ok(()) }
}

/// Changes the object that a call names. After a change of a CRD, what is served is settled; a namespace may be finished.
pub(crate) async fn change(
    call: &Call,
    mode: Mode,
    decide: impl FnMut(&CanonicalObject) -> Result<Fate, Failure> + Send,
) -> Result<Changed, Failure> {
    let (namespace, name) = (&call.place.namespace, &call.place.name);
    match call.resource.shared.role {
        Role::Custom => {
            let changed = call.objects().change(namespace, name, mode, decide).await?;
            if let (Changed::Gone(_), Mode::Write) = (&changed, mode) {
                after_removal(call).await?;
            }
            Ok(changed)
        }
        Role::Definitions => {
            let _guard = call.api.definitions.lock().await;
            let changed = call.objects().change("", name, mode, decide).await?;
            if mode == Mode::Write {
                crds::settle(&call.api).await?;
            }
            Ok(changed)
        }
        Role::Namespaces => {
            let changed = call.objects().change("", name, mode, decide).await?;
            if mode == Mode::Write {
                namespaces::settle(&call.api, name).await?;
            }
            Ok(changed)
        }
    }
}

/// A CRD or a namespace may have waited for the object to go.
async fn after_removal(call: &Call) -> Result<(), Failure> {
    if call.resource.terminating {
        let _guard = call.api.definitions.lock().await;
        crds::settle(&call.api).await?;
    }
    if call.api.has_namespaces && call.resource.shared.namespaced {
        namespaces::settle(&call.api, &call.place.namespace).await?;
    }
    Ok(())
}

/// The object must be the one that the path names.
pub(crate) fn check_name(object: &Value, name: &str) -> Result<(), Failure> {
    match meta::text(object, "name") {
        "" => Err(Failure::bad_request(format!(
            "the name of the object ({name} based on URL) was undeterminable: name must be provided"
        ))),
        found if found == name => Ok(()),
        found => Err(Failure::bad_request(format!(
            "the name of the object ({found}) does not match the name on the URL ({name})"
        ))),
    }
}

/// Source: `apiserver pkg/storage/interfaces.go`, `Preconditions.Check`.
fn check_uid(key: &str, old: &Value, new: &Value) -> Result<(), String> {
    let (wanted, found) = (meta::text(new, "uid"), meta::text(old, "uid"));
    if wanted.is_empty() || wanted == found {
        return Ok(());
    }
    Err(format!(
        "StorageError: invalid object, Code: 4, Key: /registry/{key}, ResourceVersion: 0, AdditionalErrorMsg: \
         Precondition failed: UID in precondition: {wanted}, UID in object meta: {found}"
    ))
}

fn conflict(resource: &crate::resources::Resource, old: &Value, why: &str) -> Failure {
    let named = resource.named();
    crd_schema::Status::conflict(named.group, named.plural, meta::text(old, "name"), why).into()
}
