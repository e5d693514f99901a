//! The CRD, installed by the operator itself.

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kube::api::{Api, Patch, PatchParams};
use kube::runtime::wait::{await_condition, conditions};
use kube::{Client, CustomResourceExt as _};
use tracing::info;

use crate::Cache;

/// Applies the definition and waits until the server serves it.
///
/// # Errors
/// What the server answers.
pub async fn install(client: Client) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let definitions: Api<CustomResourceDefinition> = Api::all(client);
    let name = Cache::crd_name();
    let force = PatchParams::apply("operator").force();
    definitions.patch(name, &force, &Patch::Apply(Cache::crd())).await?;
    await_condition(definitions, name, conditions::is_crd_established()).await?;
    info!("{name} is installed");
    Ok(())
}
