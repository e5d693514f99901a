//! What the API does that a comparison with the real server cannot show: bounds, compaction, namespaces, faults.

mod common;

use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use common::{JOBS, ask, crd, delete, get, job, merge, post};
use crd_schema_server::store::{ListQuery, MemoryLimits, MemoryStore, Store};
use crd_schema_server::{Api, Fault, TestServer, test};
use futures::StreamExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

fn small_store() -> MemoryStore {
    let mut limits = MemoryLimits::default();
    limits.events = 8;
    MemoryStore::with_limits(limits)
}

/// `apiserver pkg/storage/etcd3/errors.go`, `handleCompactedErrorForPaging`.
#[tokio::test]
async fn a_page_of_a_compacted_revision_goes_on_with_another_token() {
    let server = TestServer::new(Api::builder().crds([crd()]).store(small_store())).await.expect("a server");
    let router = server.router();
    for name in ["a", "b", "c"] {
        assert_eq!(post(&router, JOBS, &job(name)).await.0, 201);
    }
    let (_, page) = get(&router, &format!("{JOBS}?limit=1")).await;
    let token = page["metadata"]["continue"].as_str().expect("a token").to_owned();
    for count in 0..20 {
        merge(&router, &format!("{JOBS}/a"), &json!({"spec": {"count": count}})).await;
    }
    let (code, expired) = get(&router, &format!("{JOBS}?limit=1&continue={token}")).await;
    assert_eq!((code, expired["reason"].as_str()), (410, Some("Expired")));
    let token = expired["metadata"]["continue"].as_str().expect("another token");
    let (code, rest) = get(&router, &format!("{JOBS}?continue={token}")).await;
    let names: Vec<_> =
        rest["items"].as_array().expect("items").iter().map(|item| &item["metadata"]["name"]).collect();
    assert_eq!((code, json!(names)), (200, json!(["b", "c"])));
}

async fn lines(router: &axum::Router, path: &str) -> Vec<Value> {
    let request = Request::get(path).body(Body::empty()).expect("a request");
    let response = router.clone().oneshot(request).await.expect("an answer");
    assert_eq!(response.status(), 200);
    let chunks = response.into_body().into_data_stream().map(|chunk| chunk.expect("a chunk").to_vec());
    let text = chunks.concat().await;
    let values = serde_json::Deserializer::from_slice(&text).into_iter();
    values.map(|value| value.expect("JSON")).collect()
}

/// A watch that begins before what is kept is answered with an event of 410, and ends.
#[tokio::test]
async fn a_watch_of_a_compacted_revision_has_an_error() {
    let server = TestServer::new(Api::builder().crds([crd()]).store(small_store())).await.expect("a server");
    let router = server.router();
    for count in 0..20 {
        post(&router, JOBS, &job(&format!("j{count}"))).await;
    }
    let events = lines(&router, &format!("{JOBS}?watch=true&resourceVersion=1&timeoutSeconds=60")).await;
    assert_eq!(events.len(), 1);
    assert_eq!((&events[0]["type"], &events[0]["object"]["code"]), (&json!("ERROR"), &json!(410)));
}

/// Watches end with the server, and when their CRD goes.
#[tokio::test]
async fn watches_end() {
    let server = test([crd()]).await.expect("a server");
    let router = server.router();
    let watch = || {
        let router = router.clone();
        tokio::spawn(async move { lines(&router, &format!("{JOBS}?watch=true")).await })
    };
    let first = watch();
    tokio::time::sleep(Duration::from_millis(50)).await;
    server.end_watches();
    let ended = tokio::time::timeout(Duration::from_secs(5), first).await.expect("it ends");
    assert_eq!(ended.expect("no panic"), [Value::Null; 0]);
    post(&router, JOBS, &job("a")).await;
    let second = watch();
    tokio::time::sleep(Duration::from_millis(50)).await;
    let definition = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/jobs.example.com";
    assert_eq!(delete(&router, definition).await.0, 200);
    let ended = tokio::time::timeout(Duration::from_secs(5), second).await.expect("it ends");
    let kinds: Vec<_> = ended.expect("no panic").iter().map(|event| event["type"].clone()).collect();
    assert!(kinds == ["ADDED"] || kinds == ["ADDED", "DELETED"], "{kinds:?}");
    assert_eq!(get(&router, JOBS).await.0, 404);
}

/// Objects wait for their finalizers, a CRD for its objects, and a namespace, too.
#[tokio::test]
async fn what_holds_objects_waits_for_them() {
    let server = test([crd()]).await.expect("a server");
    let router = server.router();
    let namespace = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "team"}});
    assert_eq!(post(&router, "/api/v1/namespaces", &namespace).await.0, 201);
    let jobs = "/apis/example.com/v1/namespaces/team/jobs";
    let mut held = job("a");
    held["metadata"]["finalizers"] = json!(["example.com/hold"]);
    assert_eq!(post(&router, jobs, &held).await.0, 201);
    assert_eq!(get(&router, "/api/v1/namespaces/team").await.1["status"]["phase"], "Active");
    let (_, deleted) = delete(&router, "/api/v1/namespaces/team").await;
    assert_eq!(deleted["status"]["phase"], "Terminating");
    let (code, late) = post(&router, jobs, &job("b")).await;
    assert_eq!((code, late["details"]["causes"][0]["reason"].as_str()), (403, Some("NamespaceTerminating")));
    let definition = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/jobs.example.com";
    delete(&router, definition).await;
    assert_eq!(get(&router, definition).await.0, 200);
    merge(&router, &format!("{jobs}/a"), &json!({"metadata": {"finalizers": null}})).await;
    assert_eq!(get(&router, definition).await.0, 404);
    assert_eq!(get(&router, "/api/v1/namespaces/team").await.0, 404);
}

#[tokio::test]
async fn names_of_namespaces_are_labels() {
    let server = test([]).await.expect("a server");
    let router = server.router();
    let named = |name: &str| json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}});
    let (code, invalid) = post(&router, "/api/v1/namespaces", &named("a.b")).await;
    assert_eq!((code, invalid["details"]["causes"][0]["field"].as_str()), (422, Some("metadata.name")));
    let (_, made) = post(&router, "/api/v1/namespaces", &named("a")).await;
    assert_eq!(made["metadata"]["labels"]["kubernetes.io/metadata.name"], "a");
    let (_, active) = get(&router, "/api/v1/namespaces?fieldSelector=status.phase%3DActive").await;
    assert_eq!(active["items"].as_array().map(Vec::len), Some(5));
}

#[tokio::test]
async fn faults_meet_their_requests() {
    let server = test([crd()]).await.expect("a server");
    let router = server.router();
    server.faults().add("jobs", "create", 2, Fault::InternalError);
    server.faults().add("*", "write", 3, Fault::Conflict);
    let codes = [
        post(&router, JOBS, &job("a")).await.0,
        get(&router, JOBS).await.0,
        post(&router, JOBS, &job("b")).await.0,
        delete(&router, &format!("{JOBS}/a")).await.0,
        delete(&router, &format!("{JOBS}/a")).await.0,
    ];
    assert_eq!(codes, [201, 200, 500, 409, 200]);
}

/// Bodies, values and patches are bounded.
#[tokio::test]
async fn sizes_are_bounded() {
    let server = test([crd()]).await.expect("a server");
    let router = server.router();
    let mut long = job("a");
    long["spec"] = json!({"text": "x".repeat(3 << 20)});
    let (code, said) = post(&router, JOBS, &long).await;
    assert_eq!((code, said["message"].as_str()), (413, Some("Request entity too large: limit is 3145728")));
    // What etcd does not store is 500 (`apiserver pkg/endpoints/handlers/responsewriters/status.go`).
    long["spec"] = json!({"text": "x".repeat(2 << 20)});
    let (code, said) = post(&router, JOBS, &long).await;
    assert_eq!((code, said["message"].as_str()), (500, Some("etcdserver: request is too large")));
    post(&router, JOBS, &job("a")).await;
    // Copies of copies: a few operations would take all memory.
    let mut operations = vec![json!({"op": "add", "path": "/spec", "value": {"a": "x".repeat(1000)}})];
    operations
        .extend((0..40).map(|at| json!({"op": "copy", "from": "/spec", "path": format!("/spec/c{at}")})));
    let patch = json!(operations);
    let (code, _) = ask(&router, "PATCH", &format!("{JOBS}/a"), "application/json-patch+json", &patch).await;
    assert_eq!(code, 422);
    // Items at the start of a long list.
    let long: Vec<_> = (0..100_000).map(|_| 1).collect();
    let mut operations = vec![json!({"op": "add", "path": "/spec", "value": {"list": long}})];
    operations.extend((0..9_000).map(|_| json!({"op": "add", "path": "/spec/list/0", "value": 1})));
    let patch = json!(operations);
    let (code, _) = ask(&router, "PATCH", &format!("{JOBS}/a"), "application/json-patch+json", &patch).await;
    assert_eq!(code, 422);
    let operations: Vec<_> =
        (0..10_001).map(|_| json!({"op": "test", "path": "/kind", "value": "Job"})).collect();
    let (code, _) =
        ask(&router, "PATCH", &format!("{JOBS}/a"), "application/json-patch+json", &json!(operations)).await;
    assert_eq!(code, 413);
}

/// Writers in parallel lose nothing: each patch is of the newest object.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_update_is_lost() {
    let server = test([crd()]).await.expect("a server");
    let router = server.router();
    post(&router, JOBS, &job("a")).await;
    let writers = (0..8).map(|writer| {
        let router = router.clone();
        tokio::spawn(async move {
            for at in 0..25 {
                let field = json!({"spec": {format!("w{writer}-{at}"): at}});
                assert_eq!(merge(&router, &format!("{JOBS}/a"), &field).await.0, 200);
            }
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.expect("it writes");
    }
    let (_, object) = get(&router, &format!("{JOBS}/a")).await;
    assert_eq!(object["spec"].as_object().map(serde_json::Map::len), Some(200));
    assert_eq!(object["metadata"]["generation"], 201);
}

/// An API on a store that has objects already serves them.
#[tokio::test]
async fn a_second_api_on_a_store_goes_on() {
    let store = MemoryStore::default();
    let first = Api::builder().crds([crd()]).store(store.clone()).build().await.expect("an API");
    post(&first.router(), JOBS, &job("a")).await;
    let revision = store.revision().await.expect("a revision");
    let second = Api::builder().store(store.clone()).build().await.expect("an API");
    assert_eq!(get(&second.router(), &format!("{JOBS}/a")).await.0, 200);
    let again = Api::builder().crds([crd()]).store(store.clone()).build().await.expect("an API");
    assert_eq!(get(&again.router(), &format!("{JOBS}/a")).await.0, 200);
    assert_eq!(store.revision().await.expect("a revision"), revision, "nothing is written again");
    let stored = store.list(ListQuery { prefix: "example.com/jobs/", ..ListQuery::default() }).await;
    let value: Value = serde_json::from_slice(&stored.expect("a list").entries[0].value).expect("JSON");
    assert_eq!(value["metadata"].get("resourceVersion"), None);
}

#[tokio::test]
async fn objects_are_loaded() {
    let server = test([crd()]).await.expect("a server");
    let mut object = job("a");
    object["metadata"]["namespace"] = "new".into();
    server.api().load(object.clone()).await.expect("it is created");
    object["spec"] = json!({"size": 2});
    server.api().load(object).await.expect("it is replaced");
    server.api().load(job("b")).await.expect("it is in a namespace");
    let stored = server.objects("example.com/jobs/").await.expect("the store");
    let namespaces: Vec<_> = stored.iter().map(|job| job["metadata"]["namespace"].as_str()).collect();
    assert_eq!(namespaces, [Some("default"), Some("new")]);
    assert_eq!(stored[1]["spec"]["size"], 2);
    let unknown = server.api().load(json!({"apiVersion": "v1", "kind": "Pod"})).await.expect_err("no pods");
    assert_eq!(unknown.to_string(), "Pod in v1 is not served");
}

#[tokio::test]
async fn a_crd_that_no_server_accepts_is_an_error() {
    let crd = serde_json::from_value(json!({
        "metadata": {"name": "jobs.example.com"},
        "spec": {"group": "example.com", "names": {"kind": "Job", "plural": "jobs"}, "scope": "Namespaced", "versions": []},
    }));
    let error = test([crd.expect("a CRD")]).await.expect_err("it has no versions");
    assert!(
        error
            .to_string()
            .starts_with("CustomResourceDefinition.apiextensions.k8s.io \"jobs.example.com\" is invalid: ")
    );
}
