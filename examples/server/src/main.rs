//! Serves maintenance jobs on the address that is given, or on `127.0.0.1:8080`.

use std::error::Error;

use crd_schema::{CustomResource, CustomResourceExt as _, Profile};
use maintenance_job_types::MaintenanceNightlyJob as Job;
use server::{Resource, router};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8080".to_owned());
    // The markers of immutability are for the runtime; nothing is lowered to CEL.
    let crd = Job::crd_for(Profile::Native)?;
    let resource = Resource::new(&crd, Job::RESOURCE.version)?;
    axum::serve(TcpListener::bind(address).await?, router(resource)).await?;
    Ok(())
}
