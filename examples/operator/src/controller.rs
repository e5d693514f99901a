//! The controller: here it says that as many servers run as are wanted.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::{Stream, StreamExt as _};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, Time};
use k8s_openapi::jiff::Timestamp;
use kube::api::{Api, Patch, PatchParams};
use kube::core::object::HasSpec as _;
use kube::runtime::controller::{self, Action, Controller};
use kube::runtime::reflector::ObjectRef;
use kube::runtime::watcher;
use kube::{Client, Resource as _, ResourceExt as _};
use serde_json::json;
use tracing::{debug, error, warn};

use crate::{Cache, CacheStatus};

/// After an error the object is dealt with again so soon, and later each time that it fails again.
const FIRST_RETRY: Duration = Duration::from_secs(1);
const LAST_RETRY: Duration = Duration::from_secs(300);

/// Why an object could not be dealt with.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The server refused the status, or could not be reached.
    #[error("the status cannot be written: {0}")]
    Status(#[source] kube::Error),
}

/// What came of an object: the object, or why it is tried again.
pub type Reconciled = Result<(ObjectRef<Cache>, Action), controller::Error<Error, watcher::Error>>;

/// Clients and counts that all reconciliations share.
struct Context {
    client: Client,
    /// How often each object has failed in a row.
    failures: Mutex<HashMap<ObjectRef<Cache>, u32>>,
}

/// Deals with every cache of every namespace, until the stream is dropped.
///
/// Each outcome is logged; the stream has them for whoever wants to count.
pub fn run(client: Client) -> impl Stream<Item = Reconciled> {
    let caches: Api<Cache> = Api::all(client.clone());
    let context = Arc::new(Context { client, failures: Mutex::default() });
    Controller::new(caches, watcher::Config::default())
        .shutdown_on_signal()
        .run(reconcile, retry, context)
        .inspect(log)
}

fn log(outcome: &Reconciled) {
    match outcome {
        Ok((cache, _)) => debug!("{cache}: reconciled"),
        // `retry` has logged it.
        Err(controller::Error::ReconcilerFailed(..)) => {}
        // An object that is gone meanwhile, or a watch that will be started again.
        Err(error) => warn!("{}", chain(error)),
    }
}

/// Backs off, as long as an object fails.
fn retry(cache: Arc<Cache>, error: &Error, context: Arc<Context>) -> Action {
    let cache = ObjectRef::from_obj(cache.as_ref());
    let count = context.count_failure(&cache);
    let wait = wait_after(count);
    error!("{cache}: {}; tried again in {wait:?}", chain(error));
    Action::requeue(wait)
}

impl Context {
    fn count_failure(&self, cache: &ObjectRef<Cache>) -> u32 {
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        let count = failures.entry(cache.clone()).or_default();
        *count = count.saturating_add(1);
        *count
    }

    fn forget_failures(&self, cache: &ObjectRef<Cache>) {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).remove(cache);
    }
}

fn wait_after(failures: u32) -> Duration {
    FIRST_RETRY.saturating_mul(2_u32.saturating_pow(failures.saturating_sub(1))).min(LAST_RETRY)
}

/// An error with its causes, where it does not name them itself.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}

async fn reconcile(cache: Arc<Cache>, context: Arc<Context>) -> Result<Action, Error> {
    let namespace = cache.namespace().unwrap_or_default();
    let caches: Api<Cache> = Api::namespaced(context.client.clone(), &namespace);
    let patch = Patch::Merge(json!({ "status": status(&cache) }));
    let patched = caches.patch_status(&cache.name_any(), &PatchParams::default(), &patch).await;
    match patched {
        Ok(_) => {}
        // It is gone meanwhile.
        Err(kube::Error::Api(status)) if status.is_not_found() => {}
        Err(error) => return Err(Error::Status(error)),
    }
    context.forget_failures(&ObjectRef::from_obj(cache.as_ref()));
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
