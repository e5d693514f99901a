//! The controller: here it says that as many servers run as are wanted.

use std::sync::Arc;
use std::time::Duration;

use futures::{Stream, StreamExt as _};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, Time};
use k8s_openapi::jiff::Timestamp;
use kube::api::{Api, Patch, PatchParams};
use kube::core::object::HasSpec as _;
use kube::runtime::controller::{Action, Controller};
use kube::runtime::watcher;
use kube::{Client, Resource as _, ResourceExt as _};
use serde_json::json;

use crate::{Cache, CacheStatus};

/// Why an object could not be dealt with.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// The server did not take the status.
    #[error(transparent)]
    Kube(#[from] kube::Error),
}

/// Deals with every cache of every namespace, until the stream is dropped; each item is the name of one.
pub fn run(client: Client) -> impl Stream<Item = String> {
    let caches: Api<Cache> = Api::all(client.clone());
    Controller::new(caches, watcher::Config::default())
        .run(reconcile, |_, _, _| Action::requeue(Duration::from_secs(5)), Arc::new(client))
        .filter_map(async |done| done.ok().map(|(cache, _)| cache.name))
}

async fn reconcile(cache: Arc<Cache>, client: Arc<Client>) -> Result<Action, Error> {
    let namespace = cache.namespace().unwrap_or_default();
    let caches: Api<Cache> = Api::namespaced(client.as_ref().clone(), &namespace);
    let patch = Patch::Merge(json!({ "status": status(&cache) }));
    caches.patch_status(&cache.name_any(), &PatchParams::default(), &patch).await?;
    Ok(Action::await_change())
}

/// What is seen; a condition that stays as it was keeps its time.
fn status(cache: &Cache) -> CacheStatus {
    let known = cache.status.iter().flat_map(|status| &status.conditions);
    let since = known.map(|condition| condition.last_transition_time.clone()).next();
    let ready = Condition {
        type_: "Ready".to_owned(),
        status: "True".to_owned(),
        reason: "AllServersRun".to_owned(),
        message: String::new(),
        observed_generation: cache.meta().generation,
        last_transition_time: since.unwrap_or_else(|| Time(Timestamp::now())),
    };
    CacheStatus { replicas: cache.spec().replicas, conditions: vec![ready] }
}
