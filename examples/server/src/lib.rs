//! A handwritten API server for one custom resource, in memory.
//!
//! It shows what is left to do for whoever writes a server of their own: HTTP, names, revisions. What a schema says
//! about objects, [`ServedVersion`](crd_schema::ServedVersion) does: unknown members are pruned, defaults are filled
//! in, and what is immutable stays. Nothing else enforces immutability here; no API server with CEL stands behind.
//!
//! ```text
//! $ cargo run -p server &
//! $ kubectl --server http://127.0.0.1:8080 get maintenancenightlyjobs --all-namespaces
//! ```
//!
//! The paths are those of Kubernetes:
//!
//! | path | methods |
//! |---|---|
//! | `/apis`, `/apis/<group>`, `/apis/<group>/<version>` | `GET` |
//! | `/apis/<group>/<version>/<plural>` | `GET` (all namespaces) |
//! | `/apis/<group>/<version>/namespaces/<namespace>/<plural>` | `GET`, `POST` |
//! | `…/<plural>/<name>` | `GET`, `PUT`, `PATCH`, `DELETE` |
//! | `…/<plural>/<name>/status`, `…/<plural>/<name>/scale` | `GET`, `PUT`, `PATCH` |
//!
//! So are the answers: their texts and codes were recorded from the real apiextensions API server. Left out, and
//! refused where it would change the meaning of a request: watches, selectors, dry runs, patches
//! other than JSON merge patches. Left out without a word: value validation, managed fields, paging, and a bound on the
//! number of objects. Bodies are nested no deeper than 127 levels.
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

pub use resource::{Resource, ResourceError};

use store::Store;

/// What all requests share.
struct Api {
    resource: Resource,
    store: Store,
}

/// Serves a resource from an empty store.
pub fn router(resource: Resource) -> Router {
    let router = objects(&resource).merge(discovery(&resource));
    let api = Arc::new(Api { resource, store: Store::default() });
    router.fallback(handlers::nowhere).layer(DefaultBodyLimit::max(request::MAX_BODY)).with_state(api)
}

fn discovery(resource: &Resource) -> Router<Arc<Api>> {
    Router::new()
        .route("/api", get(discovery::core))
        .route("/apis", get(discovery::groups))
        .route(&format!("/apis/{}", resource.served().group()), get(discovery::group))
        .route(&resource.path(), get(discovery::resources))
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
