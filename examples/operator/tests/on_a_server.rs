//! The operator on a real API server and on ours, with the same results: `tests/apiserver/README.md` says how there is a real one.

use std::pin::pin;
use std::time::Duration;

use crd_schema_server::{Api as OurServer, TestServer};
use crd_schema_tests::apiserver::server;
use futures::{StreamExt as _, TryStreamExt as _};
use kube::api::{Api, ListParams, Patch, PatchParams, PostParams, WatchEvent, WatchParams};
use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::core::object::{HasSpec as _, HasStatus as _};
use kube::runtime::{reflector, watcher};
use kube::{Client, Config, CustomResourceExt as _, ResourceExt as _};
use operator::{Cache, CacheSpec, CacheStatus, Engine};
use serde_json::json;

const PATIENCE: Duration = Duration::from_secs(30);

/// A client of the real server of this program, where there is one, and a client of ours; the operator has installed its CRD on both.
async fn clients() -> Vec<Client> {
    let ours = TestServer::new(OurServer::builder().without_namespaces()).await.expect("a server");
    let mut clients = vec![ours.client()];
    if let Some(server) = server() {
        let kubeconfig = Kubeconfig::read_from(server.kubeconfig()).expect("a kubeconfig");
        let config = Config::from_custom_kubeconfig(kubeconfig, &KubeConfigOptions::default()).await;
        clients.push(Client::try_from(config.expect("a configuration")).expect("a client"));
    }
    for client in &clients {
        operator::install(client.clone()).await.expect("the definition is accepted");
    }
    clients
}

fn spec(engine: Engine, replicas: u8) -> CacheSpec {
    CacheSpec { engine, replicas, resources: None, env: Vec::new() }
}

#[tokio::test]
async fn the_definition_is_applied_again_without_a_change() {
    for client in clients().await {
        let definitions: Api<crd_schema::kube_5::CustomResourceDefinition> = Api::all(client);
        let first = definitions.get(Cache::crd_name()).await.expect("it is there");
        let apply = PatchParams::apply("operator").force();
        let again = definitions.patch(Cache::crd_name(), &apply, &Patch::Apply(Cache::crd())).await;
        assert_eq!(first.metadata.generation, again.expect("it is taken").metadata.generation);
    }
}

#[tokio::test]
async fn objects_are_written_and_read() {
    for client in clients().await {
        let caches: Api<Cache> = Api::namespaced(client, "written");
        let wanted = Cache::new("a", spec(Engine::Disk, 2));
        let created = caches.create(&PostParams::default(), &wanted).await.expect("it is created");
        assert_eq!(created.spec(), wanted.spec());
        assert_eq!(caches.get("a").await.expect("it is there").spec, created.spec);
        let listed = caches.list(&ListParams::default()).await.expect("a list");
        assert_eq!(listed.items.iter().map(Cache::name_any).collect::<Vec<_>>(), ["a"]);

        let more = Patch::Merge(json!({"spec": {"replicas": 3}}));
        let patched = caches.patch("a", &PatchParams::default(), &more).await.expect("it is patched");
        assert_eq!(patched.spec.replicas, 3);
        let applied = Cache { status: None, ..Cache::new("a", spec(Engine::Disk, 4)) };
        let apply = PatchParams::apply("tests").force();
        let applied = caches.patch("a", &apply, &Patch::Apply(applied)).await.expect("it is applied");
        assert_eq!(applied.spec.replicas, 4);

        let status = CacheStatus { replicas: 4, conditions: Vec::new() };
        let status = Patch::Merge(json!({ "status": status }));
        let seen = caches.patch_status("a", &PatchParams::default(), &status).await.expect("it is patched");
        assert_eq!(seen.status().map(|status| status.replicas), Some(4));
    }
}

#[tokio::test]
async fn the_server_keeps_what_is_immutable() {
    for client in clients().await {
        let caches: Api<Cache> = Api::namespaced(client, "immutable");
        caches
            .create(&PostParams::default(), &Cache::new("a", spec(Engine::Memory, 1)))
            .await
            .expect("created");
        let other = Patch::Merge(json!({"spec": {"engine": "Disk"}}));
        let refused = caches.patch("a", &PatchParams::default(), &other).await.expect_err("it never changes");
        let text = refused.to_string();
        assert!(text.contains("spec.engine: Invalid value: \"Disk\": field is immutable"), "{text}");
        let many = Cache::new("b", spec(Engine::Memory, 10));
        assert!(caches.create(&PostParams::default(), &many).await.is_err(), "9 is the most");
    }
}

#[tokio::test]
async fn objects_are_watched() {
    for client in clients().await {
        let caches: Api<Cache> = Api::namespaced(client, "watched");
        let mut events =
            pin!(caches.watch(&WatchParams::default().disable_bookmarks(), "0").await.expect("a watch"));
        caches
            .create(&PostParams::default(), &Cache::new("a", spec(Engine::Memory, 1)))
            .await
            .expect("created");
        let event =
            tokio::time::timeout(PATIENCE, events.try_next()).await.expect("in time").expect("an event");
        let Some(WatchEvent::Added(cache)) = event else { panic!("{event:?}") };
        assert_eq!(cache.name_any(), "a");
    }
}

#[tokio::test]
async fn a_reflector_has_what_is_there() {
    for client in clients().await {
        let caches: Api<Cache> = Api::namespaced(client, "reflected");
        caches
            .create(&PostParams::default(), &Cache::new("a", spec(Engine::Memory, 1)))
            .await
            .expect("created");
        let (store, writer) = reflector::store::<Cache>();
        let stream = reflector(writer, watcher(caches, watcher::Config::default()));
        let reading = tokio::spawn(stream.for_each(|_| std::future::ready(())));
        tokio::time::timeout(PATIENCE, store.wait_until_ready()).await.expect("in time").expect("a store");
        assert_eq!(store.state().iter().map(|cache| cache.name_any()).collect::<Vec<_>>(), ["a"]);
        reading.abort();
    }
}

#[tokio::test]
async fn the_controller_says_what_it_sees() {
    for client in clients().await {
        let caches: Api<Cache> = Api::namespaced(client.clone(), "controlled");
        caches
            .create(&PostParams::default(), &Cache::new("a", spec(Engine::Memory, 5)))
            .await
            .expect("created");
        let controller = tokio::spawn(operator::run(client).for_each(|_| std::future::ready(())));
        let is_ready = |cache: Option<&Cache>| cache.and_then(Cache::status).is_some_and(|s| s.replicas == 5);
        let ready = kube::runtime::wait::await_condition(caches, "a", is_ready);
        let cache = tokio::time::timeout(PATIENCE, ready).await.expect("in time").expect("a watch");
        let status = cache.and_then(|cache| cache.status).expect("a status");
        assert_eq!(status.conditions.iter().map(|of| of.type_.as_str()).collect::<Vec<_>>(), ["Ready"]);
        controller.abort();
    }
}

#[tokio::test]
async fn appliers_share_an_object() {
    for client in clients().await {
        let caches: Api<Cache> = Api::namespaced(client, "shared");
        let of = |spec: serde_json::Value| {
            Patch::Apply(json!({
                "apiVersion": "cache.example.com/v1", "kind": "Cache", "metadata": {"name": "a"}, "spec": spec,
            }))
        };
        let (alice, bob) = (PatchParams::apply("alice"), PatchParams::apply("bob"));
        let whole = of(json!({"engine": "Memory", "replicas": 2}));
        let created = caches.patch("a", &alice, &whole).await.expect("it is created");
        assert_eq!(created.spec.replicas, 2);
        let other = of(json!({"replicas": 3}));
        let conflict = caches.patch("a", &bob, &other).await.expect_err("alice has the replicas");
        let kube::Error::Api(status) = conflict else { panic!("{conflict}") };
        assert_eq!(
            (status.code, status.message.as_str()),
            (409, "Apply failed with 1 conflict: conflict with \"alice\": .spec.replicas")
        );
        let forced = caches.patch("a", &bob.clone().force(), &other).await.expect("it is applied");
        assert_eq!(forced.spec.replicas, 3);
        let gone =
            caches.patch("a", &alice, &of(json!({"engine": "Memory"}))).await.expect("bob has them now");
        assert_eq!(gone.spec.replicas, 3);
        let seen = Patch::Apply(json!({
            "apiVersion": "cache.example.com/v1", "kind": "Cache", "metadata": {"name": "a"},
            "status": {"replicas": 3, "conditions": []},
        }));
        let seen =
            caches.patch_status("a", &PatchParams::apply("operator"), &seen).await.expect("it is applied");
        let managers = seen.metadata.managed_fields.iter().flatten();
        let mut managers: Vec<_> =
            managers.map(|entry| (entry.manager.as_deref(), entry.subresource.as_deref())).collect();
        managers.sort_unstable();
        assert_eq!(
            managers,
            [(Some("alice"), None), (Some("bob"), None), (Some("operator"), Some("status"))]
        );
    }
}
