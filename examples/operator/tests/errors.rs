//! What becomes of errors: a server that is made up refuses the first write.

use std::convert::Infallible;
use std::io;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::{StreamExt as _, future};
use http::{Method, Request, Response};
use kube::Client;
use kube::client::Body;
use serde_json::{Value, json};
use tower::service_fn;

const PATIENCE: Duration = Duration::from_secs(60);

/// What is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panicked").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn cache() -> Value {
    json!({
        "apiVersion": "cache.example.com/v1",
        "kind": "Cache",
        "metadata": {"name": "a", "namespace": "default", "resourceVersion": "1", "uid": "5"},
        "spec": {"engine": "Memory", "replicas": 1},
    })
}

/// The replies of a server with one cache; of the writes the first is refused.
fn reply(request: &Request<Body>, writes: &AtomicUsize) -> Response<Body> {
    let write = request.method() == Method::PATCH;
    let refused = write && writes.fetch_add(1, Ordering::Relaxed) == 0;
    let body = if refused {
        json!({"kind": "Status", "apiVersion": "v1", "status": "Failure", "message": "the disk is full", "code": 500})
    } else if write {
        cache()
    } else {
        json!({"apiVersion": "cache.example.com/v1", "kind": "CacheList", "metadata": {"resourceVersion": "1"}, "items": [cache()]})
    };
    let code = if refused { 500 } else { 200 };
    Response::builder().status(code).body(Body::from(body.to_string().into_bytes())).expect("a response")
}

#[tokio::test]
async fn what_fails_is_logged_and_tried_again() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let writes = AtomicUsize::new(0);
    let writes = Arc::new(writes);
    let server = service_fn(move |request: Request<Body>| {
        let is_watch = request.uri().query().is_some_and(|query| query.contains("watch=true"));
        let reply = reply(&request, &writes);
        async move {
            if is_watch {
                future::pending::<()>().await;
            }
            Ok::<_, Infallible>(reply)
        }
    });
    let mut outcomes = pin!(operator::run(Client::new(server, "default")));
    let first = tokio::time::timeout(PATIENCE, outcomes.next()).await.expect("in time").expect("an outcome");
    let error = first.expect_err("the server refuses it").to_string();
    assert!(error.contains("the disk is full"), "{error}");
    let second = tokio::time::timeout(PATIENCE, outcomes.next()).await.expect("in time").expect("an outcome");
    assert_eq!(second.expect("the server takes it").0.name, "a");
    let log = String::from_utf8(log.0.lock().expect("nobody panicked").clone()).expect("text");
    for part in
        ["ERROR", "a.default", "the status cannot be written", "the disk is full", "tried again in 1s"]
    {
        assert!(log.contains(part), "{part}: {log}");
    }
}
