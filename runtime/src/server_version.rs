//! The minor versions of Kubernetes whose behaviour differs.
//!
//! Knows nothing of: any other module.

/// A minor version of the API server.
///
/// ```
/// use crd_schema::ServerVersion;
///
/// assert_eq!(ServerVersion::default(), ServerVersion::V1_37);
/// assert!(ServerVersion::V1_34 < ServerVersion::V1_35);
/// ```
///
/// Kubernetes: the emulation version, `apiserver pkg/util/compatibility`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ServerVersion {
    /// Kubernetes 1.33: errors of unchanged values are always forgiven from here on.
    V1_33,
    /// Kubernetes 1.34.
    V1_34,
    /// Kubernetes 1.35.
    V1_35,
    /// Kubernetes 1.36.
    V1_36,
    /// Kubernetes 1.37, the newest one that is known.
    #[default]
    V1_37,
}
