//! The custom resources of an operations team, as Rust types.
//!
//! [`nightly`] is the job of the story that started structural schemas: an unknown field, `privileged`, must never
//! reach the store. [`plan`] is a richer resource that uses every attribute of the derive.
//!
//! `cargo test` compares `crds/*.yaml` with the types; `CRD_SCHEMA_UPDATE=1 cargo test` writes them.

pub mod nightly;
pub mod plan;

pub use nightly::{MaintenanceNightlyJob, MaintenanceNightlyJobSpec, MaintenanceNightlyJobStatus};
pub use plan::{MaintenancePlan, MaintenancePlanSpec, MaintenancePlanStatus};
