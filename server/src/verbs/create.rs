//! `POST` to a collection.

use std::sync::Arc;

use crd_schema::Status;
use crd_schema::serve::Decoded;
use serde_json::Value;

use super::call::{Answer, Call};
use crate::failure::Failure;
use crate::objects::Mode;
use crate::request::{ObjectBody, Write, WriteOptions};
use crate::resources::Role;
use crate::{crds, decode, meta, namespaces, strategy};

/// Names are made so often before giving up (`apiserver pkg/registry/generic/registry/store.go`).
const MAX_NAME_ATTEMPTS: usize = 8;

pub(crate) async fn create(call: &mut Call) -> Result<Answer, Failure> {
    // Quirk: a name in the path says nothing.
    let output = call.output()?;
    let format = call.format()?;
    let bytes = call.bytes().await?;
    let options = WriteOptions::parse(&call.query, Write::Create)?;
    let resource = Arc::clone(&call.resource);
    let decoded = decode::object(&resource, &ObjectBody { format, bytes }, options.field_validation)?;
    call.warn(decoded.warnings.clone());
    let namespace = call.place.namespace.clone();
    strategy::check_namespace(&decoded.object, &namespace)?;
    let decoded = strategy::requested(&resource, &namespace, decoded, &call.writer(&options.manager));
    if resource.terminating {
        let why = "create not allowed while custom resource definition is terminating";
        return Err(Failure::forbidden(resource.named(), meta::text(&decoded.object, "name"), why));
    }
    let object = store(call, decoded, Mode::new(options.dry_run)).await?;
    call.answer(201, output, object)
}

/// Stores a new object. After a new CRD, what is served is settled.
pub(crate) async fn store(call: &mut Call, new: Decoded, mode: Mode) -> Result<Value, Failure> {
    check_namespace_active(call, &new.object).await?;
    let namespace = call.place.namespace.clone();
    match call.resource.shared.role {
        Role::Definitions => {
            let api = Arc::clone(&call.api);
            let _guard = api.definitions.lock().await;
            let object = add(call, &namespace, new, mode).await?;
            if mode == Mode::Write {
                crds::settle(&api).await?;
            }
            Ok(object)
        }
        _ => add(call, &namespace, new, mode).await,
    }
}

/// Nothing is created in a namespace that goes.
async fn check_namespace_active(call: &Call, object: &Value) -> Result<(), Failure> {
    let name = meta::text(object, "name");
    if call.api.has_namespaces && call.resource.shared.namespaced {
        return namespaces::check_active(&call.api, &call.resource, &call.place.namespace, name).await;
    }
    Ok(())
}

/// Stores a new object; when the name is left to the server, another one is tried if need be.
async fn add(call: &mut Call, namespace: &str, decoded: Decoded, mode: Mode) -> Result<Value, Failure> {
    let chosen = !meta::text(&decoded.object, "name").is_empty();
    let attempts = if chosen { 1 } else { MAX_NAME_ATTEMPTS };
    let mut name = String::new();
    for _ in 0..attempts {
        let (new, warnings) = strategy::create(&call.resource, &call.api.clock, namespace, decoded.clone())?;
        call.warn(warnings);
        meta::text(&new, "name").clone_into(&mut name);
        if let Some(stored) = call.objects().create(namespace, &new, mode).await? {
            return Ok(stored);
        }
    }
    let named = call.resource.named();
    Err(if chosen {
        Status::already_exists(named.group, named.plural, &name).into()
    } else {
        Failure::no_name_generated(named, &name)
    })
}
