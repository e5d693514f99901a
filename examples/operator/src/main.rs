//! Installs the CRD and runs the controller, against the cluster of the kubeconfig.
//!
//! It logs to standard error; the environment variable `RUST_LOG` sets how much.

use std::error::Error;
use std::io::{IsTerminal as _, stderr};
use std::process::ExitCode;

use futures::StreamExt as _;
use tracing::{Level, error, info};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

#[tokio::main]
async fn main() -> ExitCode {
    let asked = std::env::var("RUST_LOG").ok().and_then(|asked| asked.parse().ok());
    let levels: Targets = asked.unwrap_or_else(|| Targets::new().with_default(Level::INFO));
    let lines = tracing_subscriber::fmt::layer().with_writer(stderr).with_ansi(stderr().is_terminal());
    tracing_subscriber::registry().with(lines).with(levels).init();
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
    operator::install(client.clone())
        .await
        .map_err(|error| format!("the CRD cannot be installed: {error}"))?;
    info!("the controller runs");
    operator::run(client).for_each(|_| std::future::ready(())).await;
    Ok(())
}
