//! Installs the CRD and runs the controller, against the cluster of the kubeconfig.

use futures::StreamExt as _;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let client = kube::Client::try_default().await?;
    operator::install(client.clone()).await?;
    operator::run(client).for_each(|_| std::future::ready(())).await;
    Ok(())
}
