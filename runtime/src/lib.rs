//! Kubernetes structural schemas.

#[cfg(feature = "yaml")]
pub mod yaml;
