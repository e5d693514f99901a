//! Objects that are there from the start.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use serde_json::Value;
use tower::ServiceExt as _;

use crate::api::Shared;
use crate::builder::BuildError;
use crate::request::MAX_BODY;
use crate::{meta, namespaces};

/// Creates an object or replaces the one of its name, through the API; its namespace comes into being when there is none.
pub(crate) async fn load(api: &Shared, router: &Router, mut object: Value) -> Result<(), BuildError> {
    let path = collection(api, &mut object).await?;
    let (code, answer) = ask(router, "POST", &path, &object).await?;
    if code != 409 {
        return checked(code, &answer);
    }
    let path = format!("{path}/{}", meta::text(&object, "name"));
    let (code, old) = ask(router, "GET", &path, &Value::Null).await?;
    checked(code, &old)?;
    meta::copy(&mut object, &old, "resourceVersion");
    let (code, answer) = ask(router, "PUT", &path, &object).await?;
    checked(code, &answer)
}

/// The path of the collection that an object belongs to; an object without a namespace gets `default`.
async fn collection(api: &Shared, object: &mut Value) -> Result<String, BuildError> {
    let text = |name: &str| object.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (api_version, kind) = (text("apiVersion"), text("kind"));
    let registry = api.registry();
    let mut all = registry.all();
    let found = all.find(|resource| resource.api_version() == api_version && resource.kind() == kind);
    let found = found.ok_or_else(|| BuildError::Object(format!("{kind} in {api_version} is not served")))?;
    let prefix = if found.shared.group.is_empty() { "/api" } else { "/apis" };
    let plural = &found.shared.names.plural;
    if !found.shared.namespaced {
        return Ok(format!("{prefix}/{api_version}/{plural}"));
    }
    if meta::text(object, "namespace").is_empty() {
        meta::set(object, "namespace", "default");
    }
    let namespace = meta::text(object, "namespace");
    namespaces::ensure(api, namespace).await?;
    Ok(format!("{prefix}/{api_version}/namespaces/{namespace}/{plural}"))
}

async fn ask(router: &Router, method: &str, path: &str, body: &Value) -> Result<(u16, Value), BuildError> {
    let failed = |error: &dyn std::fmt::Display| BuildError::Internal(error.to_string());
    let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
    let request =
        Request::builder().method(method).uri(path).header(header::CONTENT_TYPE, "application/json");
    let request = request.body(body).map_err(|error| failed(&error))?;
    let Ok(response) = router.clone().oneshot(request).await;
    let code = response.status().as_u16();
    let bytes = to_bytes(response.into_body(), MAX_BODY).await.map_err(|error| failed(&error))?;
    Ok((code, serde_json::from_slice(&bytes).unwrap_or_default()))
}

fn checked(code: u16, answer: &Value) -> Result<(), BuildError> {
    if code < 300 {
        return Ok(());
    }
    let message = answer.get("message").and_then(Value::as_str).unwrap_or_default();
    Err(BuildError::Object(message.to_owned()))
}
