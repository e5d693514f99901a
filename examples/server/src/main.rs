//! `server [ADDRESS]`: serves maintenance jobs.

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use crd_schema::{CustomResource, CustomResourceExt as _, Profile};
use maintenance_job_types::MaintenanceNightlyJob as Job;
use server::{Resource, router};
use serving::{Server, log_to_stderr};
use tracing::{error, info};

/// A handwritten API server for maintenance jobs, which it keeps in memory.
///
/// It validates, prunes and fills in defaults as Kubernetes does, and keeps immutable fields without CEL. It serves plain
/// HTTP and logs to standard error; the environment variable `RUST_LOG` sets how much.
#[derive(Parser)]
#[command(name = "server")]
struct Arguments {
    /// The address to listen on; port 0 takes a free one.
    #[arg(default_value = "127.0.0.1:8080")]
    address: String,
}

#[tokio::main]
async fn main() -> ExitCode {
    log_to_stderr();
    match run(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            error!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(Arguments { address }: Arguments) -> Result<(), Box<dyn Error>> {
    // This server knows the markers of immutability, so that they need not become CEL.
    let crd = Job::crd_for(Profile::Native)?;
    let resource = Resource::new(&crd, Job::RESOURCE.version)?;
    let server =
        Server::bind(&address).await.map_err(|error| format!("cannot listen on {address}: {error}"))?;
    let url = format!("http://{}", server.local_addr()?);
    info!(
        "serving {} on {url}; try: kubectl --server {url} get {}",
        Job::RESOURCE.plural,
        Job::RESOURCE.plural
    );
    server.serve(router(resource)).await;
    Ok(())
}
