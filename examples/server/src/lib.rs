//! An API server for maintenance jobs: the types, and [`api`].
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let router = server::api().await?.router();
//! # drop(router);
//! # Ok(())
//! # }
//! ```

use std::error::Error;

use crd_schema::{CustomResourceExt as _, Profile};
use crd_schema_server::Api;
use maintenance_job_types::MaintenanceNightlyJob as Job;

/// The API of maintenance jobs, kept in memory.
///
/// The server checks the markers of immutability itself, so the definition has them as they are, and no rules in CEL.
///
/// # Errors
/// A server rejects the definition.
pub async fn api() -> Result<Api, Box<dyn Error>> {
    let definition = Job::crd_for(Profile::Native)?;
    Ok(Api::builder().crds([definition]).without_namespaces().build().await?)
}
