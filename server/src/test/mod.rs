//! An API for a test: a clock that is set, faults that are made, and a store that is looked into.

mod faults;

use std::sync::Arc;

use axum::Router;
use crd_schema::CustomResourceDefinition;
use serde_json::Value;

pub use faults::{Fault, Faults};

use crate::builder::{Api, ApiBuilder, BuildError};
use crate::clock::Clock;
use crate::store::{ListQuery, StoreError};
use crate::{meta, namespaces};

/// An API in memory with these CRDs, for one test. No port is opened.
///
/// # Errors
/// A CRD is rejected.
///
/// ```
/// use crd_schema::CustomResourceDefinition;
/// use serde_json::json;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let crd: CustomResourceDefinition = serde_json::from_value(json!({
///     "metadata": {"name": "jobs.example.com"},
///     "spec": {
///         "group": "example.com",
///         "names": {"kind": "Job", "plural": "jobs"},
///         "scope": "Namespaced",
///         "versions": [{
///             "name": "v1", "served": true, "storage": true,
///             "schema": {"openAPIV3Schema": {"type": "object"}},
///         }],
///     },
/// }))?;
/// let server = crd_schema_server::test([crd]).await?;
/// assert_eq!(server.objects("example.com/jobs/").await?.len(), 0);
/// # Ok(())
/// # }
/// ```
pub async fn test(
    crds: impl IntoIterator<Item = CustomResourceDefinition>,
) -> Result<TestServer, BuildError> {
    TestServer::new(Api::builder().crds(crds)).await
}

/// An API for one test.
#[derive(Clone, Debug)]
pub struct TestServer {
    api: Api,
    clock: Clock,
    faults: Faults,
}

impl TestServer {
    /// A test server with a builder of your own. It gets a clock that can be set; until then it is that of the machine.
    ///
    /// # Errors
    /// As [`ApiBuilder::build`].
    pub async fn new(builder: ApiBuilder) -> Result<Self, BuildError> {
        let clock = Clock::default();
        let api = builder.clock(clock.clone()).build().await?;
        Ok(Self { api, clock, faults: Faults::default() })
    }

    /// The API.
    pub fn api(&self) -> &Api {
        &self.api
    }

    /// The clock of the API.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// What is to go wrong.
    pub fn faults(&self) -> &Faults {
        &self.faults
    }

    /// The API with its faults as a router, to be called or served.
    pub fn router(&self) -> Router {
        self.api.router_with(Arc::new(self.faults.clone()))
    }

    /// Adds a namespace.
    ///
    /// # Errors
    /// The name cannot be that of a namespace.
    pub async fn namespace(&self, name: &str) -> Result<(), BuildError> {
        Ok(namespaces::ensure(&self.api.0, name).await?)
    }

    /// Ends all watches, as a server does that ends.
    pub fn end_watches(&self) {
        self.api.end_watches();
    }

    /// The objects as they are stored, those whose keys begin with a prefix: `example.com/jobs/` for example.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn objects(&self, prefix: &str) -> Result<Vec<Value>, StoreError> {
        let page = self.api.store().list(ListQuery { prefix, ..ListQuery::default() }).await?;
        let object = |entry: &crate::store::Entry| {
            let mut object: Value = serde_json::from_slice(&entry.value).unwrap_or_default();
            meta::set(&mut object, "resourceVersion", entry.revision.to_string());
            object
        };
        Ok(page.entries.iter().map(object).collect())
    }

    /// A client of kube that calls the API without a socket; its namespace is `default`.
    #[cfg(feature = "kube-5")]
    pub fn client(&self) -> kube::Client {
        kube::Client::new(self.router(), "default")
    }
}
