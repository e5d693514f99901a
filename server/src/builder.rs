//! The API over a store.

use std::sync::Arc;

use axum::Router;
use crd_schema::CustomResourceDefinition;
use crd_schema::serve::{Decoded, FieldValidation};
use serde_json::Value;

use crate::api::Shared;
use crate::clock::Clock;
use crate::failure::Failure;
use crate::http::{self, Intercept, Limits};
use crate::managers::Writer;
use crate::objects::{Mode, Objects};
use crate::resources::{DEFINITIONS, Registry};
use crate::store::{MemoryStore, Store};
use crate::{crds, decode, load, meta, namespaces, strategy};

/// Why an API cannot be served.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A CRD is rejected, in the words of a server.
    #[error("{0}")]
    Definition(String),
    /// An object is rejected, in the words of a server.
    #[error("{0}")]
    Object(String),
    /// What the API itself needs cannot be served, or the store cannot be read or written.
    #[error("{0}")]
    Internal(String),
}

impl From<Failure> for BuildError {
    fn from(failure: Failure) -> Self {
        Self::Internal(failure.message().to_owned())
    }
}

/// A Kubernetes API: CRDs, their custom resources, and namespaces. Clones are the same API.
///
/// ```
/// use axum::body::Body;
/// use axum::http::Request;
/// use crd_schema_server::Api;
/// use tower::ServiceExt as _;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let api = Api::builder().build().await?;
/// let response = api.router().oneshot(Request::get("/readyz").body(Body::empty())?).await?;
/// assert_eq!(response.status(), 200);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Api(pub(crate) Arc<Shared>);

impl Api {
    /// Says what is to be served.
    pub fn builder() -> ApiBuilder {
        ApiBuilder::default()
    }

    /// The API as a router, within the default [`Limits`] of requests. It answers every path: nest it behind routes of your own.
    pub fn router(&self) -> Router {
        self.router_within(&Limits::default())
    }

    /// The API as a router, within other limits.
    pub fn router_within(&self, limits: &Limits) -> Router {
        http::router(Arc::clone(&self.0), limits, None)
    }

    pub(crate) fn router_with(&self, intercept: Arc<dyn Intercept>) -> Router {
        http::router(Arc::clone(&self.0), &Limits::default(), Some(intercept))
    }

    /// Where the objects are.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.0.store
    }

    /// Adds a CRD, or changes the one of that name.
    ///
    /// # Errors
    /// The CRD is rejected, or the store cannot be written.
    pub async fn install(&self, crd: &CustomResourceDefinition) -> Result<(), BuildError> {
        let _guard = self.0.definitions.lock().await;
        install(&self.0, crd).await?;
        Ok(crds::settle(&self.0).await?)
    }

    /// Creates an object, or replaces the one of its name. A namespace that it names comes into being; without one it is in
    /// `default`.
    ///
    /// # Errors
    /// The object is rejected, or it is of a kind that is not served.
    pub async fn load(&self, object: Value) -> Result<(), BuildError> {
        load::load(&self.0, &self.router(), object).await
    }

    /// Ends all watches. Clients begin new ones, from where the old ones were.
    pub fn end_watches(&self) {
        self.0.end_watches();
    }
}

/// What an [`Api`] serves.
#[derive(Debug)]
pub struct ApiBuilder {
    crds: Vec<CustomResourceDefinition>,
    store: Arc<dyn Store>,
    clock: Clock,
    has_namespaces: bool,
}

impl Default for ApiBuilder {
    fn default() -> Self {
        Self {
            crds: Vec::new(),
            store: Arc::new(MemoryStore::default()),
            clock: Clock::default(),
            has_namespaces: true,
        }
    }
}

impl ApiBuilder {
    /// Serves the resources of CRDs, as if they had been created through the API.
    #[must_use]
    pub fn crds(mut self, crds: impl IntoIterator<Item = CustomResourceDefinition>) -> Self {
        self.crds.extend(crds);
        self
    }

    /// Keeps the objects in a store; in a new one in memory by default.
    #[must_use]
    pub fn store(self, store: impl Store) -> Self {
        Self { store: Arc::new(store), ..self }
    }

    /// Takes the time from a clock; from that of the machine by default.
    #[must_use]
    pub fn clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    /// Serves no namespaces: objects may be in any.
    #[must_use]
    pub fn without_namespaces(self) -> Self {
        Self { has_namespaces: false, ..self }
    }

    /// Makes everything ready.
    ///
    /// # Errors
    /// A CRD is rejected, or the store cannot be read or written.
    pub async fn build(self) -> Result<Api, BuildError> {
        let registry = Registry::new(self.has_namespaces);
        let registry = registry.map_err(|error| BuildError::Internal(error.to_string()))?;
        let shared = Shared::new(self.store, self.clock, self.has_namespaces, registry);
        namespaces::add_initial(&shared).await?;
        for crd in &self.crds {
            install(&shared, crd).await?;
        }
        crds::settle(&shared).await?;
        Ok(Api(Arc::new(shared)))
    }
}

/// Creates a CRD, or updates it; what follows from it is left to the caller.
async fn install(api: &Shared, crd: &CustomResourceDefinition) -> Result<(), BuildError> {
    let registry = api.registry();
    let Some(resource) = registry.get("apiextensions.k8s.io", "v1", DEFINITIONS) else { return Ok(()) };
    let rejected = |failure: Failure| BuildError::Definition(failure.message().to_owned());
    let objects = Objects { api, resource };
    let mut object = serde_json::to_value(crd).map_err(|error| BuildError::Internal(error.to_string()))?;
    complete(&mut object);
    let decoded: Decoded =
        decode::json(resource, object.to_string().as_bytes(), FieldValidation::Ignore).map_err(rejected)?;
    let by = Writer::server(&resource.version, &api.clock);
    let new = strategy::requested(resource, "", decoded.clone(), &by);
    let (new, _) = strategy::create(resource, &api.clock, "", new).map_err(rejected)?;
    if objects.create("", &new, Mode::Write).await?.is_some() {
        return Ok(());
    }
    let changed = objects.change("", meta::text(&new, "name"), Mode::Write, |old| {
        let mut decoded = decoded.clone();
        meta::copy(&mut decoded.object, old.value(), "resourceVersion");
        strategy::update(resource, old, decoded, strategy::Part::Main, &by).map(|(fate, _)| fate)
    });
    changed.await.map_err(rejected).map(|_| ())
}

/// Whoever has a CRD in Rust need not say what it is.
fn complete(object: &mut Value) {
    meta::remove(object, "resourceVersion");
    if let Some(fields) = object.as_object_mut() {
        fields.entry("apiVersion").or_insert_with(|| "apiextensions.k8s.io/v1".into());
        fields.entry("kind").or_insert_with(|| "CustomResourceDefinition".into());
        fields.remove("status");
    }
}
