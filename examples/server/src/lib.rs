//! A handwritten API server for one custom resource, in memory.
//!
//! It shows what is left to do for whoever writes a server of their own: HTTP, names, revisions. What a schema says
//! about objects, [`ServedVersion`](crd_schema::ServedVersion) does: unknown fields are pruned, defaults are filled
//! in, and what is immutable stays. Nothing else enforces immutability here; no API server with CEL stands behind.
//!
//! ```console
//! $ cargo run -p server &
//! $ kubectl --server http://127.0.0.1:8080 create -f examples/server/job.yaml
//! $ kubectl --server http://127.0.0.1:8080 get maintenancenightlyjobs --all-namespaces
//! $ kubectl --server http://127.0.0.1:8080 explain maintenancenightlyjobs.spec
//! ```
//!
//! The paths are those of Kubernetes:
//!
//! | path | methods |
//! |---|---|
//! | `/apis`, `/apis/<group>`, `/apis/<group>/<version>` | `GET` |
//! | `/openapi/v2`, `/openapi/v3`, `/openapi/v3/apis/<group>/<version>` | `GET` |
//! | `/apis/<group>/<version>/<plural>` | `GET` (all namespaces) |
//! | `/apis/<group>/<version>/namespaces/<namespace>/<plural>` | `GET`, `POST` |
//! | `…/<plural>/<name>` | `GET`, `PUT`, `PATCH`, `DELETE` |
//! | `…/<plural>/<name>/status`, `…/<plural>/<name>/scale` | `GET`, `PUT`, `PATCH` |
//!
//! So are the answers: their strings and codes were recorded from the real apiextensions API server. Not supported, and
//! refused because the request would mean something else without it: watches, selectors, dry runs, and patches other than
//! JSON merge patches. Not supported, and ignored: managed fields and paging. CEL rules are evaluated. Nothing bounds the number of objects. Objects have at most 256 levels of lists and objects,
//! patches 127.
//!
//! Time, size and number of requests are bounded by [`serving`]; use its [`Server`](serving::Server) to bound
//! connections, too.
//!
//! ```
//! use crd_schema::CustomResourceDefinition;
//! use serde_json::json;
//! use server::{Resource, router};
//!
//! let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {
//!     "group": "example.com",
//!     "names": {"kind": "Job", "plural": "jobs"},
//!     "scope": "Namespaced",
//!     "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object"}}}],
//! }}))?;
//! let router = router(Resource::new(&crd, "v1")?);
//! # let _: axum::Router = router;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod body;
mod discovery;
mod error;
mod handlers;
mod meta;
mod openapi;
mod patch;
mod reply;
mod request;
mod resource;
mod scale;
mod store;
mod strategy;
mod warnings;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{MethodRouter, get};
use serving::{Limits, bounded};

pub use resource::{Resource, ResourceError};

use store::Store;

/// What all requests share.
struct Api {
    resource: Resource,
    store: Store,
}

/// Serves a resource from an empty store, within the default [`Limits`] of requests.
pub fn router(resource: Resource) -> Router {
    router_within(resource, &Limits::default())
}

/// Serves a resource from an empty store, within other limits.
pub fn router_within(resource: Resource, limits: &Limits) -> Router {
    let router = objects(&resource).merge(discovery(&resource));
    let api = Arc::new(Api { resource, store: Store::default() });
    let router =
        router.fallback(handlers::nowhere).layer(DefaultBodyLimit::max(request::MAX_BODY)).with_state(api);
    bounded(router, limits, error::refused)
}

fn discovery(resource: &Resource) -> Router<Arc<Api>> {
    Router::new()
        .route("/api", get(discovery::core))
        .route("/apis", get(discovery::groups))
        .route(&format!("/apis/{}", resource.served().group()), get(discovery::group))
        .route(&resource.path(), get(discovery::resources))
        .route("/openapi/v2", get(openapi::v2))
        .route("/openapi/v3", get(openapi::v3_index))
        .route(&openapi::v3_path(resource.served()), get(openapi::v3))
}

fn objects(resource: &Resource) -> Router<Arc<Api>> {
    let (version, plural) = (resource.path(), resource.served().plural());
    let all = format!("{version}/{plural}");
    let one = get(handlers::get).put(handlers::update).patch(handlers::patch).delete(handlers::delete);
    let collection = get(handlers::list).post(handlers::create);
    let (path, router) = if resource.is_namespaced() {
        let everywhere = Router::new().route(&all, or_refuse(get(handlers::list)));
        (format!("{version}/namespaces/{{namespace}}/{plural}"), everywhere)
    } else {
        (all, Router::new())
    };
    let mut router =
        router.route(&path, or_refuse(collection)).route(&format!("{path}/{{name}}"), or_refuse(one));
    if resource.has_status() {
        let status = get(handlers::get).put(handlers::update_status).patch(handlers::patch_status);
        router = router.route(&format!("{path}/{{name}}/status"), or_refuse(status));
    }
    if resource.has_scale() {
        let scale = get(scale::get).put(scale::update).patch(scale::patch);
        router = router.route(&format!("{path}/{{name}}/scale"), or_refuse(scale));
    }
    router
}

fn or_refuse(methods: MethodRouter<Arc<Api>>) -> MethodRouter<Arc<Api>> {
    methods.fallback(handlers::other)
}
