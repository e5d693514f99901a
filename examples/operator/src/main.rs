//! Installs the CRD and runs the controller, against the cluster of the kubeconfig.
//!
//! It logs to standard error; the environment variable `RUST_LOG` sets how much.

use std::error::Error;
use std::io::{IsTerminal as _, stderr};
use std::process::ExitCode;

use futures::StreamExt as _;
use tracing::{error, info};
use tracing_subscriber::EnvFilter;

#[tokio::main]
async fn main() -> ExitCode {
    let filter = EnvFilter::builder().with_default_directive(tracing::Level::INFO.into()).from_env_lossy();
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(stderr).with_ansi(stderr().is_terminal()).init();
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            error!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Box<dyn Error + Send + Sync>> {
    let client = kube::Client::try_default().await.map_err(|error| format!("no cluster: {error}"))?;
    operator::install(client.clone()).await.map_err(|error| format!("the CRD cannot be installed: {error}"))?;
    info!("the controller runs");
    operator::run(client).for_each(|_| std::future::ready(())).await;
    Ok(())
}
