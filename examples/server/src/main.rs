//! `server [ADDRESS]`: serves maintenance jobs.

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use crd_schema::CustomResource as _;
use crd_schema_server::Server;
use maintenance_job_types::MaintenanceNightlyJob as Job;
use serving::log_to_stderr;
use tracing::{error, info};

/// An API server for maintenance jobs, which it keeps in memory.
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
    let api = server::api().await?;
    let server =
        Server::bind(&address).await.map_err(|error| format!("cannot listen on {address}: {error}"))?;
    let url = format!("http://{}", server.local_addr()?);
    let plural = Job::RESOURCE.plural;
    info!("serving {plural} on {url}; try: kubectl --server {url} get {plural}");
    server.serve(api.router()).await;
    Ok(())
}
