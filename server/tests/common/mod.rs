//! Asking a router without a socket.

#![allow(dead_code, reason = "no test needs everything")]

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use crd_schema::CustomResourceDefinition;
use serde_json::{Value, json};
use tower::ServiceExt as _;

pub(crate) const JOBS: &str = "/apis/example.com/v1/namespaces/default/jobs";

pub(crate) fn crd() -> CustomResourceDefinition {
    serde_json::from_value(json!({
        "metadata": {"name": "jobs.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": "Job", "plural": "jobs"},
            "scope": "Namespaced",
            "versions": [{"name": "v1", "served": true, "storage": true, "subresources": {"status": {}}, "schema": {
                "openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
            }}],
        },
    }))
    .expect("a CRD")
}

pub(crate) fn job(name: &str) -> Value {
    json!({"apiVersion": "example.com/v1", "kind": "Job", "metadata": {"name": name}})
}

/// Code and body.
pub(crate) async fn ask(
    router: &Router,
    method: &str,
    path: &str,
    media_type: &str,
    body: &Value,
) -> (u16, Value) {
    let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
    let request = Request::builder().method(method).uri(path).header("Content-Type", media_type);
    let response = router.clone().oneshot(request.body(body).expect("a request")).await.expect("an answer");
    let code = response.status().as_u16();
    let bytes = to_bytes(response.into_body(), 64 << 20).await.expect("a body");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    (code, serde_json::from_slice(&bytes).unwrap_or(Value::String(text)))
}

pub(crate) async fn post(router: &Router, path: &str, body: &Value) -> (u16, Value) {
    ask(router, "POST", path, "application/json", body).await
}

pub(crate) async fn get(router: &Router, path: &str) -> (u16, Value) {
    ask(router, "GET", path, "application/json", &Value::Null).await
}

pub(crate) async fn merge(router: &Router, path: &str, body: &Value) -> (u16, Value) {
    ask(router, "PATCH", path, "application/merge-patch+json", body).await
}

pub(crate) async fn delete(router: &Router, path: &str) -> (u16, Value) {
    ask(router, "DELETE", path, "application/json", &Value::Null).await
}
