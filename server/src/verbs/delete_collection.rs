//! `DELETE` of a collection.

use std::sync::Arc;

use super::call::{Answer, Call};
use super::list::{self, list_objects};
use crate::api::Shared;
use crate::failure::Failure;
use crate::meta;
use crate::objects::{Mode, Objects};
use crate::request::{DeleteOptions, ListOptions, Query};
use crate::resources::{Resource, Role};
use crate::{crds, strategy};

pub(crate) async fn delete_collection(call: &mut Call) -> Result<Answer, Failure> {
    let output = call.output()?;
    let list = list::options(call)?;
    let body = call.options_body().await?;
    let options = DeleteOptions::parse(&call.query, body.as_ref())?;
    let namespace = call.place.namespace.clone();
    let (resource, api) = (Arc::clone(&call.resource), Arc::clone(&call.api));
    if resource.shared.role == Role::Namespaces {
        return Err(super::not_supported(call));
    }
    let guard = match resource.shared.role {
        Role::Definitions => Some(api.definitions.lock().await),
        _ => None,
    };
    let listed = list_objects(call.objects(), &namespace, &list).await?;
    for object in &listed.items {
        delete_one(call.objects(), object, &options).await?;
    }
    if guard.is_some() && !options.dry_run {
        crds::settle(&api).await?;
    }
    call.answer(200, output, listed.into_value(call))
}

/// What is gone already is deleted.
async fn delete_one(
    objects: Objects<'_>,
    object: &serde_json::Value,
    options: &DeleteOptions,
) -> Result<(), Failure> {
    let (namespace, name) = (meta::text(object, "namespace"), meta::text(object, "name"));
    let mode = Mode::new(options.dry_run);
    let changed = objects.change(namespace, name, mode, |old| {
        strategy::delete(objects.resource, &objects.api.clock, old.value(), options)
    });
    match changed.await {
        Err(failure) if failure.code() == 404 => Ok(()),
        other => other.map(|_| ()),
    }
}

/// Deletes all objects of a resource, or those of one namespace, and gives the number of those that wait for finalizers.
pub(crate) async fn delete_all(api: &Shared, resource: &Resource, namespace: &str) -> Result<usize, Failure> {
    let objects = Objects { api, resource };
    let everything = ListOptions::parse(&Query::default(), false)?;
    let options = DeleteOptions::parse(&Query::default(), None)?;
    for object in list_objects(objects, namespace, &everything).await?.items {
        delete_one(objects, &object, &options).await?;
    }
    Ok(list_objects(objects, namespace, &everything).await?.items.len())
}
