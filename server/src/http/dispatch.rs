//! Which request goes where.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, Response};
use percent_encoding::percent_decode_str;
use tokio::task::JoinHandle;

use super::{health, respond, warnings};
use crate::api::Shared;
use crate::discovery;
use crate::failure::Failure;
use crate::http;
use crate::openapi;
use crate::request::{Output, Place, Query, Verb, place};
use crate::resources::{Resource, Role};
use crate::verbs::{self, Call};

/// What a router serves.
#[derive(Clone)]
pub(super) struct Served {
    pub(super) api: Arc<Shared>,
    pub(super) intercept: Option<Arc<dyn Intercept>>,
}

/// Answers requests in place of the API.
pub(crate) trait Intercept: Send + Sync {
    /// Why a request of a resource is rejected, if it is.
    fn reject(&self, resource: &Resource, place: &Place) -> Option<Failure>;
}

/// Answers a request.
pub(super) async fn handle(State(served): State<Served>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let path = percent_decode_str(parts.uri.path()).decode_utf8_lossy().into_owned();
    let query = Query::parse(parts.uri.query().unwrap_or_default());
    match place(&parts.method, &path, &query) {
        Some(place) => of_resource(served, place, query, parts.headers, body).await,
        None => of_server(&served.api, &parts.method, &path, &query, &parts.headers),
    }
}

async fn of_resource(
    served: Served,
    place: Place,
    query: Query,
    headers: HeaderMap,
    body: Body,
) -> Response<Body> {
    let format = Output::of_errors(&headers);
    let found = served.api.registry().get(&place.group, &place.version, &place.plural).cloned();
    let Some(resource) = found.filter(|resource| is_in_scope(resource, &place)) else {
        return respond::not_found();
    };
    if let Some(failure) = served.intercept.and_then(|intercept| intercept.reject(&resource, &place)) {
        return respond::failure(&failure, format);
    }
    let mut place = place;
    if resource.shared.role == Role::Namespaces {
        // The path of a namespace reads like something in it.
        place.namespace.clear();
    }
    let (api, body) = (served.api, Mutex::new(Some(body)));
    let writes = place.verb.writes();
    let is_read = Arc::new(AtomicBool::new(false));
    let until_read = Arc::clone(&is_read);
    let mut call = Call { api, resource, place, query, headers, body, is_read, warnings: Vec::new() };
    let answer = async move {
        let mut response = match verbs::serve(&mut call).await {
            Ok(answer) => respond::answer(answer),
            Err(failure) => respond::failure(&failure, format),
        };
        warnings::write(response.headers_mut(), &call.warnings);
        response
    };
    if !writes {
        return answer.await;
    }
    let mut write = Write { task: tokio::spawn(answer), is_read: until_read };
    match (&mut write.task).await {
        Ok(response) => response,
        Err(error) => respond::failure(&Failure::internal(&error.to_string()), format),
    }
}

/// A write in a task of its own: when its body is read it is done, whatever the client does meanwhile.
struct Write {
    task: JoinHandle<Response<Body>>,
    is_read: Arc<AtomicBool>,
}

impl Drop for Write {
    fn drop(&mut self) {
        if !self.is_read.load(Ordering::Relaxed) {
            self.task.abort();
        }
    }
}

/// Objects in namespaces can be listed and watched everywhere; all else names the namespace.
fn is_in_scope(resource: &Resource, place: &Place) -> bool {
    // `/api/v1/namespaces/<name>` is a namespace, and not in one.
    let is_namespaced = !place.namespace.is_empty() && resource.shared.role != Role::Namespaces;
    match (resource.shared.namespaced, is_namespaced) {
        (false, true) => false,
        (true, false) => matches!(place.verb, Verb::List | Verb::Watch),
        _ => true,
    }
}

fn of_server(
    api: &Shared,
    method: &Method,
    path: &str,
    query: &Query,
    headers: &HeaderMap,
) -> Response<Body> {
    let trimmed = path.trim_matches('/');
    let parts: Vec<_> = if trimmed.is_empty() { Vec::new() } else { trimmed.split('/').collect() };
    // Quirk: groups and versions are shown whatever the method is (`customresource_discovery.go`).
    if !matches!(*method, Method::GET | Method::HEAD) && !path.starts_with("/apis/") {
        return respond::not_found();
    }
    match parts.as_slice() {
        [first, ..] if health::PATHS.contains(first) => health::well(),
        ["version"] => health::version(),
        ["openapi", rest @ ..] => openapi::serve(api, rest, query, headers),
        other => match discovery::serve(api, other, headers) {
            Some(Ok(response)) => response,
            Some(Err(failure)) => respond::failure(&failure, Output::of_errors(headers)),
            None if path.starts_with("/api/") || path.starts_with("/apis/") => respond::not_found(),
            // Quirk: there is nothing, and what there is (`apiserver pkg/server/routes/index.go`).
            None => http::json(404, &discovery::root_of(api)),
        },
    }
}
