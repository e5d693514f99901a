//! The operator on a server in this process: no binary, no port, no waiting.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crd_schema_server::store::{MemoryLimits, MemoryStore};
use crd_schema_server::{Api as Server, Fault, TestServer};
use futures::{StreamExt as _, TryStreamExt as _};
use k8s_openapi::api::core::v1::Namespace;
use kube::api::{
    Api, DeleteParams, ListParams, Patch, PatchParams, PostParams, Preconditions, WatchEvent, WatchParams,
};
use kube::core::object::{HasSpec as _, HasStatus as _};
use kube::runtime::controller::{Action, Controller};
use kube::runtime::finalizer::{Event, finalizer};
use kube::runtime::reflector::{self, ObjectRef};
use kube::runtime::wait::await_condition;
use kube::runtime::watcher;
use kube::{Client, ResourceExt as _};
use operator::{Cache, CacheSpec, CacheStatus, Engine};
use serde_json::json;

const PATIENCE: Duration = Duration::from_secs(20);

fn definition() -> crd_schema::CustomResourceDefinition {
    <Cache as crd_schema::CustomResourceExt>::crd().expect("a definition")
}

async fn server() -> TestServer {
    crd_schema_server::test([definition()]).await.expect("a server")
}

fn cache(name: &str, replicas: u8) -> Cache {
    Cache::new(name, CacheSpec { engine: Engine::Memory, replicas, resources: None, env: Vec::new() })
}

/// Waits until something holds.
async fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "{what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn objects_are_written_read_and_deleted() {
    let server = server().await;
    let caches: Api<Cache> = Api::default_namespaced(server.client());
    let created = caches.create(&PostParams::default(), &cache("a", 2)).await.expect("it is created");
    assert_eq!(created.spec(), cache("a", 2).spec());
    assert_eq!(caches.get("a").await.expect("it is there").metadata, created.metadata);
    let again = caches.create(&PostParams::default(), &cache("a", 2)).await.expect_err("it exists");
    assert!(matches!(again, kube::Error::Api(status) if status.is_already_exists()));

    let status = CacheStatus { replicas: 4, conditions: Vec::new() };
    let status = Patch::Merge(json!({ "status": status }));
    let seen = caches.patch_status("a", &PatchParams::default(), &status).await.expect("it is patched");
    assert_eq!(seen.status().map(|status| status.replicas), Some(4));
    let mut stale = created;
    stale.spec.replicas = 3;
    let conflict =
        caches.replace("a", &PostParams::default(), &stale).await.expect_err("it was written meanwhile");
    assert!(matches!(conflict, kube::Error::Api(status) if status.is_conflict()));
    let mut resized = caches.get("a").await.expect("it is there");
    resized.spec.replicas = 10;
    let invalid = caches.replace("a", &PostParams::default(), &resized).await.expect_err("9 is the most");
    assert!(matches!(invalid, kube::Error::Api(status) if status.is_invalid()));

    let other = DeleteParams {
        preconditions: Some(Preconditions { uid: Some("other".to_owned()), ..Preconditions::default() }),
        ..DeleteParams::default()
    };
    assert!(caches.delete("a", &other).await.is_err());
    caches.delete("a", &DeleteParams::default()).await.expect("it is deleted");
    assert!(caches.get_opt("a").await.expect("an answer").is_none());
    assert_eq!(server.objects("cache.example.com/caches/").await.expect("the store").len(), 0);
}

#[tokio::test]
async fn what_is_immutable_stays() {
    let server = server().await;
    let caches: Api<Cache> = Api::default_namespaced(server.client());
    caches.create(&PostParams::default(), &cache("a", 1)).await.expect("created");
    let other = Patch::Merge(json!({"spec": {"engine": "Disk"}}));
    let refused = caches.patch("a", &PatchParams::default(), &other).await.expect_err("it never changes");
    let text = refused.to_string();
    assert!(text.contains("spec.engine: Invalid value: \"Disk\": field is immutable"), "{text}");
}

#[tokio::test]
async fn lists_have_pages_and_selectors() {
    let server = server().await;
    let caches: Api<Cache> = Api::default_namespaced(server.client());
    for at in 0..25 {
        let mut object = cache(&format!("c{at:02}"), 1);
        object.labels_mut().insert("odd".to_owned(), (at % 2).to_string());
        caches.create(&PostParams::default(), &object).await.expect("created");
    }
    let (mut names, mut page) = (Vec::new(), ListParams::default().limit(10));
    loop {
        let listed = caches.list(&page).await.expect("a page");
        names.extend(listed.items.iter().map(Cache::name_any));
        match listed.metadata.continue_.filter(|token| !token.is_empty()) {
            Some(token) => page = ListParams::default().limit(10).continue_token(&token),
            None => break,
        }
    }
    assert_eq!(names, (0..25).map(|at| format!("c{at:02}")).collect::<Vec<_>>());
    let odd = caches.list(&ListParams::default().labels("odd=1")).await.expect("a list");
    assert_eq!(odd.items.len(), 12);
    let one = caches.list_metadata(&ListParams::default().fields("metadata.name=c07")).await.expect("a list");
    assert_eq!(one.items.iter().map(kube::ResourceExt::name_any).collect::<Vec<_>>(), ["c07"]);
}

#[tokio::test]
async fn events_are_watched_from_a_revision() {
    let server = server().await;
    let caches: Api<Cache> = Api::default_namespaced(server.client());
    let first = caches.create(&PostParams::default(), &cache("a", 1)).await.expect("created");
    caches.create(&PostParams::default(), &cache("b", 1)).await.expect("created");
    caches.delete("a", &DeleteParams::default()).await.expect("deleted");
    let from = first.resource_version().expect("a revision");
    let mut events = pin!(caches.watch(&WatchParams::default().timeout(5), &from).await.expect("a watch"));
    let mut seen = Vec::new();
    while seen.len() < 2 {
        match events.try_next().await.expect("an event") {
            Some(WatchEvent::Added(cache)) => seen.push(format!("added {}", cache.name_any())),
            Some(WatchEvent::Deleted(cache)) => seen.push(format!("deleted {}", cache.name_any())),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(seen, ["added b", "deleted a"]);
}

/// The store keeps few events, and all watches end again and again: the reflector lists anew where it must.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reflector_stays_in_step() {
    let limits = {
        let mut limits = MemoryLimits::default();
        limits.events = 16;
        limits
    };
    let api = Server::builder().crds([definition()]).store(MemoryStore::with_limits(limits));
    let server = TestServer::new(api).await.expect("a server");
    for config in [watcher::Config::default(), watcher::Config::default().streaming_lists()] {
        let caches: Api<Cache> = Api::default_namespaced(server.client());
        let (store, writer) = reflector::store::<Cache>();
        let stream = reflector::reflector(writer, watcher(caches.clone(), config));
        let reading = tokio::spawn(stream.for_each(|_| std::future::ready(())));
        for at in 0..200_usize {
            let name = format!("c{}", at % 20);
            let grown = Patch::Merge(json!({"spec": {"replicas": at % 9 + 1}}));
            match at % 3 {
                0 => drop(caches.create(&PostParams::default(), &cache(&name, 1)).await),
                1 => drop(caches.patch(&name, &PatchParams::default(), &grown).await),
                _ => drop(caches.delete(&name, &DeleteParams::default()).await),
            }
            if at % 50 == 49 {
                server.end_watches();
            }
        }
        let listed = caches.list(&ListParams::default()).await.expect("a list").items;
        assert!(!listed.is_empty());
        let versions = |caches: &mut dyn Iterator<Item = &Cache>| {
            let mut found: Vec<_> =
                caches.map(|cache| (cache.name_any(), cache.resource_version())).collect();
            found.sort();
            found
        };
        let wanted = versions(&mut listed.iter());
        eventually("the reflector has what is listed", || {
            let state = store.state();
            versions(&mut state.iter().map(AsRef::as_ref)) == wanted
        })
        .await;
        reading.abort();
        caches.delete_collection(&DeleteParams::default(), &ListParams::default()).await.expect("deleted");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_controller_says_what_it_sees_although_writes_fail() {
    let server = server().await;
    server.faults().add("caches", "patch", 1, Fault::InternalError);
    server.faults().add("caches", "patch", 1, Fault::Conflict);
    let client = server.client();
    let caches: Api<Cache> = Api::default_namespaced(client.clone());
    caches.create(&PostParams::default(), &cache("a", 5)).await.expect("created");
    let controller = tokio::spawn(operator::run(client).for_each(|_| std::future::ready(())));
    let is_ready = |cache: Option<&Cache>| cache.and_then(Cache::status).is_some_and(|s| s.replicas == 5);
    let ready = await_condition(caches, "a", is_ready);
    tokio::time::timeout(PATIENCE, ready).await.expect("in time").expect("a watch");
    assert_eq!(server.faults().waiting(), 0, "both were met");
    controller.abort();
}

/// A finalizer is added, and runs before the object goes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finalizer_runs_before_the_object_goes() {
    const NAME: &str = "caches.example.com/cleanup";
    struct Context {
        client: Client,
        cleaned: AtomicUsize,
    }
    async fn reconcile(
        cache: Arc<Cache>,
        context: Arc<Context>,
    ) -> Result<Action, kube::runtime::finalizer::Error<std::convert::Infallible>> {
        let caches: Api<Cache> = Api::default_namespaced(context.client.clone());
        let cleaned = &context.cleaned;
        finalizer(&caches, NAME, cache, |event| async move {
            if let Event::Cleanup(_) = event {
                cleaned.fetch_add(1, Ordering::Relaxed);
            }
            Ok(Action::await_change())
        })
        .await
    }
    let server = server().await;
    let caches: Api<Cache> = Api::default_namespaced(server.client());
    let context = Arc::new(Context { client: server.client(), cleaned: AtomicUsize::new(0) });
    let controller = Controller::new(caches.clone(), watcher::Config::default());
    let retry = |_: Arc<Cache>, _: &_, _: Arc<Context>| Action::requeue(Duration::from_millis(20));
    let running = controller.run(reconcile, retry, Arc::clone(&context));
    let running = tokio::spawn(running.for_each(|_| std::future::ready(())));
    caches.create(&PostParams::default(), &cache("a", 1)).await.expect("created");
    let has_finalizer = |cache: Option<&Cache>| cache.is_some_and(|cache| cache.finalizers() == [NAME]);
    let added = await_condition(caches.clone(), "a", has_finalizer);
    tokio::time::timeout(PATIENCE, added).await.expect("in time").expect("a watch");
    assert_eq!(context.cleaned.load(Ordering::Relaxed), 0);
    let deleted = caches.delete("a", &DeleteParams::default()).await.expect("it is deleted");
    assert!(deleted.left().is_some_and(|cache| cache.metadata.deletion_timestamp.is_some()), "it waits");
    let gone = await_condition(caches, "a", |cache: Option<&Cache>| cache.is_none());
    tokio::time::timeout(PATIENCE, gone).await.expect("in time").expect("a watch");
    assert_eq!(context.cleaned.load(Ordering::Relaxed), 1);
    running.abort();
}

#[tokio::test]
async fn objects_go_with_their_namespace() {
    let server = server().await;
    let client = server.client();
    let caches: Api<Cache> = Api::namespaced(client.clone(), "team");
    let missing = caches.create(&PostParams::default(), &cache("a", 1)).await.expect_err("no namespace");
    assert!(missing.to_string().contains("namespaces \"team\" not found"), "{missing}");
    let namespaces: Api<Namespace> = Api::all(client);
    let mut namespace = Namespace::default();
    namespace.metadata.name = Some("team".to_owned());
    namespaces.create(&PostParams::default(), &namespace).await.expect("a namespace");
    let mut held = cache("a", 1);
    held.finalizers_mut().push("example.com/hold".to_owned());
    caches.create(&PostParams::default(), &held).await.expect("created");
    namespaces.delete("team", &DeleteParams::default()).await.expect("deleted");
    let terminating = namespaces.get("team").await.expect("it waits for the cache");
    assert_eq!(terminating.status.and_then(|status| status.phase).as_deref(), Some("Terminating"));
    let late = caches.create(&PostParams::default(), &cache("b", 1)).await.expect_err("it goes");
    assert!(late.to_string().contains("because it is being terminated"), "{late}");
    let released = Patch::Merge(json!({"metadata": {"finalizers": null}}));
    caches.patch("a", &PatchParams::default(), &released).await.expect("released");
    assert!(namespaces.get_opt("team").await.expect("an answer").is_none());
}

#[tokio::test]
async fn the_clock_is_that_of_the_test() {
    let server = server().await;
    server.clock().set("2026-01-02T03:04:05Z".parse().expect("a time"));
    let caches: Api<Cache> = Api::default_namespaced(server.client());
    let created = caches.create(&PostParams::default(), &cache("a", 1)).await.expect("created");
    let time = created.metadata.creation_timestamp.expect("a time").0;
    assert_eq!(time.to_string(), "2026-01-02T03:04:05Z");
}

/// Discovery as kube asks for it.
#[tokio::test]
async fn the_api_is_discovered() {
    let server = server().await;
    let client = server.client();
    let found = kube::discovery::Discovery::new(client.clone()).run().await.expect("discovery");
    let group = found.get("cache.example.com").expect("the group");
    let (resource, capabilities) = group.recommended_kind("Cache").expect("the kind");
    assert_eq!((resource.plural.as_str(), capabilities.subresources.len()), ("caches", 1));
    assert!(capabilities.operations.iter().any(|verb| verb == "watch"));
    let caches = ObjectRef::<Cache>::new("a").within("default");
    assert_eq!(caches.name, "a");
    assert!(client.apiserver_version().await.expect("a version").git_version.contains("crd-schema"));
}

#[tokio::test]
async fn a_server_is_ready_at_once() {
    let start = Instant::now();
    let server = server().await;
    let caches: Api<Cache> = Api::default_namespaced(server.client());
    caches.create(&PostParams::default(), &cache("a", 1)).await.expect("created");
    // The machine may be busy, and the build is not optimised.
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}
