//! Kubernetes structural schemas.
