//! What follows from a write of CRDs: accepted names, conditions, served resources, and the end of those that are deleted.
//!
//! A Kubernetes API server has a controller for each; here they run before the write is answered.
//!
//! Source: `apiextensions-apiserver pkg/controller/{status,establish,finalizer}`.

use std::sync::Arc;

use crd_schema::apply::Subresource;
use serde_json::Value;

use super::{CLEANUP, conditions, names};
use crate::api::Shared;
use crate::failure::Failure;
use crate::managers::Writer;
use crate::meta;
use crate::objects::{Fate, Mode, Objects};
use crate::request::{ListOptions, Query};
use crate::resources::{DEFINITIONS, Resource};
use crate::verbs::{delete_all, list_objects};

/// Runs until nothing changes. Whoever calls it holds the lock of the definitions.
pub(crate) async fn settle(api: &Shared) -> Result<(), Failure> {
    let Some(resource) = api.registry().get("apiextensions.k8s.io", "v1", DEFINITIONS).cloned() else {
        return Ok(());
    };
    let objects = Objects { api, resource: &resource };
    loop {
        let mut crds = all(objects).await?;
        establish(objects, &mut crds).await?;
        api.serve(api.registry().with(&crds));
        // A CRD that goes frees its names.
        if !finish(objects, &crds).await? {
            return Ok(());
        }
    }
}

async fn all(objects: Objects<'_>) -> Result<Vec<Value>, Failure> {
    let everything = ListOptions::parse(&Query::default(), false)?;
    Ok(list_objects(objects, "", &everything).await?.items)
}

/// Accepts names, the oldest CRD first, and establishes what is accepted.
async fn establish(objects: Objects<'_>, crds: &mut [Value]) -> Result<(), Failure> {
    let mut order: Vec<usize> = (0..crds.len()).collect();
    let age = |crd: &Value| meta::text(crd, "creationTimestamp").to_owned();
    order.sort_by_key(|at| crds.get(*at).map(age));
    loop {
        let mut changed = false;
        for at in &order {
            let Some(new) = crds.get(*at).and_then(|crd| next_state(crd, crds, objects)) else { continue };
            let written = write(objects, new).await?;
            if let Some(crd) = crds.get_mut(*at) {
                *crd = written;
            }
            changed = true;
        }
        if !changed {
            return Ok(());
        }
    }
}

fn next_state(crd: &Value, all: &[Value], objects: Objects<'_>) -> Option<Value> {
    let clock = &objects.api.clock;
    if let Some(named) = names::settled(crd, all, clock) {
        return Some(named);
    }
    if !conditions::holds(crd, "NamesAccepted") || conditions::holds(crd, "Established") {
        return None;
    }
    let mut new = crd.clone();
    let message = "the initial names have been accepted";
    conditions::set(&mut new, &conditions::new("Established", true, "InitialNamesAccepted", message), clock);
    Some(new)
}

async fn write(objects: Objects<'_>, new: Value) -> Result<Value, Failure> {
    let name = names::name(&new).to_owned();
    let by = Writer::server(&objects.resource.version, &objects.api.clock);
    let managers = &objects.resource.shared.managers;
    let changed = objects.change("", &name, Mode::Write, |old| {
        Ok(Fate::Replace(managers.update(Some(old.value()), new.clone(), Subresource::Status, &by)))
    });
    Ok(changed.await?.into_object())
}

/// Deletes the objects of CRDs that are deleted, and then these; whether one is gone.
async fn finish(objects: Objects<'_>, crds: &[Value]) -> Result<bool, Failure> {
    let mut gone = false;
    for crd in crds.iter().filter(|crd| meta::is_deleted(crd)) {
        if !meta::strings(crd, "finalizers").contains(&CLEANUP) {
            continue;
        }
        let mut new = crd.clone();
        let clock = &objects.api.clock;
        let condition = if conditions::holds(crd, "Established") {
            if delete_instances(objects.api, crd).await? > 0 {
                let message = "CustomResource deletion is in progress";
                let waits = conditions::new("Terminating", true, "InstanceDeletionInProgress", message);
                if !conditions::is(crd, &waits) {
                    conditions::set(&mut new, &waits, clock);
                    write(objects, new).await?;
                }
                continue;
            }
            conditions::new("Terminating", false, "InstanceDeletionCompleted", "removed all instances")
        } else {
            conditions::new("Terminating", false, "NeverEstablished", "resource was never established")
        };
        conditions::set(&mut new, &condition, clock);
        gone |= release(objects, new).await?;
    }
    Ok(gone)
}

/// Removes the finalizer; whether that was the last one.
async fn release(objects: Objects<'_>, mut crd: Value) -> Result<bool, Failure> {
    let kept: Vec<_> =
        meta::strings(&crd, "finalizers").into_iter().filter(|name| *name != CLEANUP).collect();
    let is_last = kept.is_empty();
    let kept: Vec<_> = kept.into_iter().map(str::to_owned).collect();
    if is_last {
        meta::remove(&mut crd, "finalizers");
    } else {
        meta::set(&mut crd, "finalizers", kept);
    }
    let name = names::name(&crd).to_owned();
    let fate = || if is_last { Fate::Remove(crd.clone()) } else { Fate::Replace(crd.clone()) };
    objects.change("", &name, Mode::Write, |_| Ok(fate())).await?;
    Ok(true)
}

/// How many wait for finalizers.
async fn delete_instances(api: &Shared, crd: &Value) -> Result<usize, Failure> {
    let found: Option<Arc<Resource>> = {
        let registry = api.registry();
        let uid = meta::text(crd, "uid");
        let mut definitions = registry.definitions();
        let definition = definitions.find(|definition| definition.uid() == uid);
        definition.and_then(|definition| definition.resources.first()).cloned()
    };
    match found {
        Some(resource) => delete_all(api, &resource, "").await,
        None => Ok(0),
    }
}
