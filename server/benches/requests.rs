//! How many requests a second: `cargo bench -p crd-schema-server --bench requests`.
//!
//! The router is called without a socket, so that it is the server that is measured, and not the client.

use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use crd_schema::CustomResourceDefinition;
use crd_schema_server::{Api, test};
use futures::StreamExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

const JOBS: &str = "/apis/example.com/v1/namespaces/default/jobs";

fn crd() -> CustomResourceDefinition {
    serde_json::from_value(json!({
        "metadata": {"name": "jobs.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": "Job", "plural": "jobs"},
            "scope": "Namespaced",
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
                "type": "object",
                "properties": {"spec": {
                    "type": "object",
                    "required": ["image"],
                    "x-kubernetes-validations": [{"rule": "self.replicas <= 100"}],
                    "properties": {
                        "image": {"type": "string", "maxLength": 100, "pattern": "^[a-z:/0-9.]+$"},
                        "replicas": {"type": "integer", "default": 1, "minimum": 0},
                        "env": {"type": "array", "maxItems": 100, "items": {"type": "object", "properties": {
                            "name": {"type": "string"}, "value": {"type": "string"},
                        }}},
                    },
                }},
            }}}],
        },
    }))
    .expect("a CRD")
}

fn job(name: &str) -> Value {
    let env: Vec<_> =
        (0..8).map(|at| json!({"name": format!("NAME_{at}"), "value": "a value of some length"})).collect();
    json!({
        "apiVersion": "example.com/v1", "kind": "Job", "metadata": {"name": name, "labels": {"app": "web"}},
        "spec": {"image": "registry.example.com/app:1.2", "env": env},
    })
}

async fn ask(router: &Router, method: &str, path: &str, body: String) -> (u16, usize) {
    let request = Request::builder().method(method).uri(path).header("Content-Type", "application/json");
    let response =
        router.clone().oneshot(request.body(Body::from(body)).expect("a request")).await.expect("an answer");
    let code = response.status().as_u16();
    (code, to_bytes(response.into_body(), usize::MAX).await.expect("a body").len())
}

#[expect(clippy::print_stdout, reason = "it is what a bench is for")]
#[expect(clippy::cast_precision_loss, reason = "a figure for people")]
fn say(what: &str, count: usize, time: Duration) {
    println!("{what:<44} {:>12.0} a second  ({count} in {time:.2?})", count as f64 / time.as_secs_f64());
}

/// `cargo bench -- --test` asks whether it runs, not how fast.
fn size(of: usize) -> usize {
    if std::env::args().any(|argument| argument == "--test") { of / 100 } else { of }
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let start = Instant::now();
    let server = test([crd()]).await.expect("a server");
    say("servers made ready", 1, start.elapsed());
    let router = server.router();
    let count = size(20_000);
    let start = Instant::now();
    let tasks = (0..8).map(|task| {
        let router = router.clone();
        tokio::spawn(async move {
            for at in (0..count).filter(|at| at % 8 == task) {
                let body = job(&format!("j{at:06}")).to_string();
                assert_eq!(ask(&router, "POST", JOBS, body).await.0, 201);
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.expect("it writes");
    }
    say("creates, 1 kB", count, start.elapsed());
    let start = Instant::now();
    for at in 0..count {
        let path = format!("{JOBS}/j{at:06}");
        assert_eq!(ask(&router, "GET", &path, String::new()).await.0, 200);
    }
    say("gets", count, start.elapsed());
    let start = Instant::now();
    let rounds = size(300).max(1);
    for _ in 0..rounds {
        assert!(ask(&router, "GET", &format!("{JOBS}?limit=500"), String::new()).await.1 > 1000);
    }
    say("lists of 500", rounds, start.elapsed());
    let start = Instant::now();
    let (_, bytes) = ask(&router, "GET", JOBS, String::new()).await;
    say(&format!("objects of one list ({} MB)", bytes >> 20), count, start.elapsed());
    fan_out(size(1000), size(2000)).await;
}

/// Every watcher gets every event.
async fn fan_out(watchers: usize, events: usize) {
    let api = Api::builder().crds([crd()]).build().await.expect("an API");
    let router = api.router();
    let revision = api.store().revision().await.expect("a revision");
    let watching: Vec<_> = (0..watchers)
        .map(|_| {
            let router = router.clone();
            tokio::spawn(async move {
                let request =
                    Request::get(format!("{JOBS}?watch=true&resourceVersion={revision}")).body(Body::empty());
                let response = router.oneshot(request.expect("a request")).await.expect("an answer");
                let mut lines = response.into_body().into_data_stream();
                let mut seen = 0;
                while seen < events {
                    let chunk = lines.next().await.expect("a line").expect("no error");
                    seen += chunk.split(|byte| *byte == b'\n').count() - 1;
                }
            })
        })
        .collect();
    let start = Instant::now();
    for at in 0..events {
        let (code, _) = ask(&router, "POST", JOBS, job(&format!("e{at:06}")).to_string()).await;
        assert_eq!(code, 201);
    }
    for watcher in watching {
        watcher.await.expect("it watches");
    }
    say(&format!("events to {watchers} watchers"), events * watchers, start.elapsed());
}
