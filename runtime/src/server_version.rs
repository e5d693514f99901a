//! The minors of Kubernetes whose behaviour differs.
//!
//! Knows nothing of: any other module.

use std::fmt;
use std::str::FromStr;

/// A minor version of the API server.
///
/// ```
/// use crd_schema::ServerVersion;
///
/// let server: ServerVersion = "1.33".parse()?;
/// assert!(server < ServerVersion::NEWEST);
/// assert_eq!(server.to_string(), "1.33");
/// assert_eq!(ServerVersion::default(), ServerVersion::NEWEST);
/// # Ok::<(), crd_schema::server_version::UnknownServerVersion>(())
/// ```
///
/// What differs is listed in `docs/server-versions.md`.
///
/// Kubernetes: the emulation version, `apiserver pkg/util/compatibility`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ServerVersion {
    /// Kubernetes 1.29, the first that knows everything that lowering needs.
    V1_29,
    /// Kubernetes 1.30, the first that accepts invalid values that an update does not change.
    V1_30,
    /// Kubernetes 1.31, the first that knows how large a list that a rule makes can be.
    V1_31,
    /// Kubernetes 1.32, the first that says of long strings how many bytes there may be.
    V1_32,
    /// Kubernetes 1.33, the first with rules over positions and items at once; from here on invalid values that do not change
    /// are accepted in writes of the status, too.
    V1_33,
    /// Kubernetes 1.34, the first that reads the bounds of an int-or-string, and that prints invalid values as JSON.
    V1_34,
    /// Kubernetes 1.35, the first that checks the formats `k8s-short-name` and `k8s-long-name`.
    V1_35,
    /// Kubernetes 1.36, the first for which `int32`, `int64` and `float` are ranges of numbers.
    V1_36,
    /// Kubernetes 1.37, the newest one that is known.
    #[default]
    V1_37,
}

impl ServerVersion {
    /// The oldest one.
    pub const OLDEST: Self = Self::V1_29;
    /// The newest one that is known.
    pub const NEWEST: Self = Self::V1_37;
    /// All of them, from the oldest.
    pub const ALL: [Self; 9] = [
        Self::V1_29,
        Self::V1_30,
        Self::V1_31,
        Self::V1_32,
        Self::V1_33,
        Self::V1_34,
        Self::V1_35,
        Self::V1_36,
        Self::V1_37,
    ];

    pub(crate) fn minor(self) -> u8 {
        match self {
            Self::V1_29 => 29,
            Self::V1_30 => 30,
            Self::V1_31 => 31,
            Self::V1_32 => 32,
            Self::V1_33 => 33,
            Self::V1_34 => 34,
            Self::V1_35 => 35,
            Self::V1_36 => 36,
            Self::V1_37 => 37,
        }
    }
}

impl fmt::Display for ServerVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{}", self.minor())
    }
}

/// A string that names no known minor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownServerVersion(String);

impl fmt::Display for UnknownServerVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (oldest, newest) = (ServerVersion::OLDEST, ServerVersion::NEWEST);
        write!(f, "{:?} is no Kubernetes minor from {oldest} to {newest}", self.0)
    }
}

impl std::error::Error for UnknownServerVersion {}

impl FromStr for ServerVersion {
    type Err = UnknownServerVersion;

    fn from_str(text: &str) -> Result<Self, UnknownServerVersion> {
        let known = Self::ALL.into_iter().find(|server| server.to_string() == text);
        known.ok_or_else(|| UnknownServerVersion(text.to_owned()))
    }
}
