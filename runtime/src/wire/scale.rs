//! `Scale`, what the scale subresource of any resource reads and writes.
//!
//! Source: `k8s.io/api autoscaling/v1/types.go`.

use super::ObjectMeta;
use super::object::wire_object;

wire_object! {
    /// How often something runs and should run, as `autoscaling/v1` says it.
    ///
    /// ```
    /// use crd_schema::api::{Scale, ScaleSpec};
    ///
    /// let scale = Scale { spec: Some(ScaleSpec { replicas: Some(3), ..ScaleSpec::default() }), ..Scale::default() };
    /// assert_eq!(serde_json::to_string(&scale)?, r#"{"spec":{"replicas":3}}"#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub struct Scale {
        /// `Scale`.
        kind: String = "kind",
        /// `autoscaling/v1`.
        api_version: String = "apiVersion",
        /// Which object it is of.
        metadata: ObjectMeta = "metadata",
        /// What is wanted.
        spec: ScaleSpec = "spec",
        /// What there is.
        status: ScaleStatus = "status",
    }
}

wire_object! {
    /// How often something should run.
    pub struct ScaleSpec {
        /// The number; none is zero.
        replicas: i32 = "replicas",
    }
}

wire_object! {
    /// How often something runs.
    pub struct ScaleStatus {
        /// The number.
        replicas: i32 = "replicas" pointer,
        /// What selects those that run, as a string.
        selector: String = "selector",
    }
}
