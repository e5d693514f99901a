//! Why a server rejects an apply.
//!
//! Source: `NewConflictError` in `apimachinery pkg/util/managedfields/internal/conflict.go`; `NewApplyConflict` and
//! `NewBadRequest` in `pkg/api/errors`.

use super::conflict::{Conflict, message};
use crate::limits::Reported;
use crate::status::Status;

/// Why a server rejects an apply.
///
/// ```
/// use crd_schema::apply::{Conflicts, FieldManager, WriteRequest};
/// use serde_json::json;
///
/// let manager = FieldManager::new("example.com", "Database");
/// let request = WriteRequest::new("v1", "kubectl", 1_767_225_600);
/// let error = manager.apply(None, &json!({"kind": "Pod"}), request, Conflicts::Reject).unwrap_err();
/// assert_eq!(error.to_string(), "invalid object type: /, Kind=Pod");
/// ```
///
/// Source: `NewConflictError` in `apimachinery pkg/util/managedfields/internal/conflict.go`.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", .status.message())]
pub struct ApplyError {
    status: Box<Status>,
}

impl ApplyError {
    /// The server's answer.
    ///
    /// ```
    /// use crd_schema::apply::{Conflicts, FieldManager, WriteRequest};
    /// use serde_json::json;
    ///
    /// let manager = FieldManager::new("example.com", "Database");
    /// let request = WriteRequest::new("v1", "kubectl", 1_767_225_600);
    /// let error = manager.apply(None, &json!({}), request, Conflicts::Reject).unwrap_err();
    /// assert_eq!((error.status().code(), error.status().reason()), (400, "BadRequest"));
    /// ```
    pub fn status(&self) -> &Status {
        &self.status
    }

    pub(super) fn bad_request(message: impl Into<String>) -> Self {
        Self { status: Box::new(Status::bad_request(message)) }
    }

    /// An error without a status of its own.
    pub(super) fn internal(message: impl Into<String>) -> Self {
        Self { status: Box::new(Status::unexpected(message.into())) }
    }

    /// What follows the first 16 MiB of messages is left out.
    pub(super) fn conflict(conflicts: &[Conflict]) -> Self {
        let mut reported = Reported::default();
        let causes = conflicts
            .iter()
            .map(|conflict| (format!("conflict with {}", conflict.manager.printed()), conflict.field()));
        let causes =
            causes.take_while(|(message, field)| reported.takes(message.len() + field.len())).collect();
        Self { status: Box::new(Status::apply_conflict(message(conflicts), causes)) }
    }
}
