//! The custom resource.

use crd_schema::CrdSchema;
use k8s_openapi::api::core::v1::{EnvVar, ResourceRequirements};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition;
use serde::{Deserialize, Serialize};

/// What runs.
#[derive(Clone, Copy, CrdSchema, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub enum Engine {
    /// Keeps everything in memory.
    Memory,
    /// Writes to a disk, too.
    Disk,
}

/// A cache for the applications of a team.
#[derive(Clone, CrdSchema, Debug, Deserialize, PartialEq, Serialize)]
#[crd(group = "cache.example.com", version = "v1", kind = "Cache", status = CacheStatus, kube)]
#[crd(short_names = ["ca"], column(name = "Ready", path = ".status.replicas", type = "integer"))]
pub struct CacheSpec {
    /// Cannot be exchanged: the data would be lost.
    #[immutable]
    pub engine: Engine,
    /// How many servers.
    #[crd(range = 1..=9, default = 1)]
    pub replicas: u8,
    /// What each of them may use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resources: Option<ResourceRequirements>,
    /// The environment of each of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[crd(list_type = "map", list_map_keys = ["name"])]
    pub env: Vec<EnvVar>,
}

/// What the controller has seen.
#[derive(Clone, CrdSchema, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct CacheStatus {
    /// How many servers run.
    #[serde(default)]
    pub replicas: u8,
    /// What is to be said about them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[crd(list_type = "map", list_map_keys = ["type"])]
    pub conditions: Vec<Condition>,
}
