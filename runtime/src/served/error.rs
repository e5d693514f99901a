//! Why a version is not served, and why a request is refused.

use super::ScaleError;
use crate::admission::DecodeError;
use crate::body::BodyError;
use crate::default_pruning::RootDefaultError;
use crate::violation::Violations;

/// Why a version of a CRD cannot be served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The CRD has no `spec`.
    #[error("the CRD has no spec")]
    NoSpec,
    /// The CRD has no such version.
    #[error("the CRD has no version {version:?}; it has {}", .known.join(", "))]
    NoVersion {
        /// The version that was asked for.
        version: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// The version has no schema.
    #[error("version {0:?} of the CRD has no schema")]
    NoSchema(String),
    /// The schema has a default at its root that is no object; a server does not serve the version either.
    #[error("failed to prune default value: {0}")]
    Default(#[from] RootDefaultError),
    /// The schema is not structural.
    #[error("the schema is not structural: {0}")]
    NotStructural(#[from] Violations),
}

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Rejection {
    /// The object cannot be read: 400.
    #[error(transparent)]
    Undecodable(DecodeError),
    /// Its defaults add more than so many bytes, [the limit](crate::serve::Limits::defaults): 500, as for an object that is too large to
    /// be stored.
    ///
    /// Source: etcd `api/v3rpc/rpctypes/error.go`, `ErrRequestTooLarge`.
    #[error("etcdserver: request is too large")]
    TooLarge(usize),
    /// The body is no object of this version: 400; or it is too long: 413.
    #[error(transparent)]
    Unreadable(BodyError),
    /// The object is not valid: 422.
    #[error(transparent)]
    Invalid(#[from] Violations),
    /// The scale of the object can be neither read nor written.
    #[error(transparent)]
    Scale(#[from] ScaleError),
}

impl From<DecodeError> for Rejection {
    fn from(error: DecodeError) -> Self {
        match error {
            DecodeError::TooLarge(limit) => Self::TooLarge(limit),
            other => Self::Undecodable(other),
        }
    }
}

impl From<BodyError> for Rejection {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::Object(error) => error.into(),
            other => Self::Unreadable(other),
        }
    }
}
