//! A job that runs each night on a few machines.

use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

/// A job that runs each night as a service user.
#[derive(Clone, Debug, PartialEq, CrdSchema, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
#[crd(
    group = "operations.example.com",
    version = "v1",
    kind = "MaintenanceNightlyJob",
    plural = "maintenancenightlyjobs",
    short_names = ["mnj"],
    categories = ["all"],
    status = MaintenanceNightlyJobStatus,
    column(name = "User", path = ".spec.serviceUser", type = "string"),
    column(name = "Last run", path = ".status.lastRun", type = "date"),
    derive(PartialEq)
)]
pub struct MaintenanceNightlyJobSpec {
    /// The user who runs the job; another user is another job.
    #[immutable]
    #[crd(length = 1..=63)]
    pub service_user: String,
    /// The program to run, instead of a script.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The script to run, instead of a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shell: Option<String>,
    /// Where the job runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[crd(max_items = 100, items(max_length = 253))]
    pub machines: Vec<String>,
    /// The pool from which the machines are; it may be chosen later, but only once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[immutable(add_only)]
    pub pool: Option<String>,
}

/// What became of a job.
#[derive(Clone, Debug, Default, PartialEq, CrdSchema, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MaintenanceNightlyJobStatus {
    /// When the job last ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[crd(format = "date-time")]
    pub last_run: Option<String>,
}
