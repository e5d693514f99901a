//! The `metav1.Status` that a client gets.
//!
//! Source: `apimachinery pkg/api/errors/errors.go`, `NewInvalid`.
//!
//! Knows nothing of: schemas, HTTP servers.

use serde::Serialize;

use crate::go_text::quoted;
use crate::violation::Violations;

/// A Failure status of Kubernetes' API machinery, ready to be serialized as the body of an answer.
///
/// ```
/// use crd_schema::path::FieldPathBuf;
/// use crd_schema::{Status, Violation, Violations};
/// use serde_json::json;
///
/// let path = FieldPathBuf::from_properties(["spec", "engine"]);
/// let violations = Violations::from_iter([Violation::invalid(path, json!("b"), "field is immutable")]);
/// let status = Status::invalid("example.com", "Database", "db1", &violations);
/// assert_eq!(status.code(), 422);
/// assert_eq!(
///     status.message(),
///     r#"Database.example.com "db1" is invalid: spec.engine: Invalid value: "b": field is immutable"#,
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    api_version: &'static str,
    kind: &'static str,
    metadata: Metadata,
    #[expect(clippy::struct_field_names, reason = "the API calls it so")]
    status: &'static str,
    message: String,
    #[serde(skip_serializing_if = "str::is_empty")]
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<Details>,
    code: u16,
}

/// List metadata, always empty here; the server writes it as `{}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Metadata {}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct Details {
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    group: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    kind: String,
    #[serde(skip_serializing_if = "Causes::is_empty")]
    causes: Causes,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum Causes {
    Violations(Violations),
    Conflicts(Vec<ConflictCause>),
    /// An internal error has one, with a message alone.
    Message([Message; 1]),
}

/// A field that somebody else manages.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct ConflictCause {
    reason: &'static str,
    message: String,
    field: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Message {
    message: String,
}

impl Default for Causes {
    fn default() -> Self {
        Self::Violations(Violations::new())
    }
}

impl Causes {
    fn is_empty(&self) -> bool {
        matches!(self, Self::Violations(violations) if violations.is_empty())
    }
}

impl Status {
    /// The 422 answer to an object with violations, each of which becomes a cause.
    ///
    /// ```
    /// use crd_schema::path::PathStyle;
    /// use crd_schema::{FieldPath, Status, Violation, Violations};
    ///
    /// let path = FieldPath::ROOT.property("spec").to_owned(PathStyle::Dotted);
    /// let violations: Violations = [Violation::forbidden(path, "not here")].into_iter().collect();
    /// let status = Status::invalid("example.com", "Job", "a", &violations);
    /// assert_eq!(status.message(), r#"Job.example.com "a" is invalid: spec: Forbidden: not here"#);
    /// ```
    ///
    /// Kubernetes: `NewInvalid`, `apimachinery pkg/api/errors/errors.go`.
    pub fn invalid(group: &str, kind: &str, name: &str, violations: &Violations) -> Self {
        let message = format!("{} {} is invalid: {violations}", qualified(kind, group), quoted(name));
        let details = Details {
            name: name.to_owned(),
            group: group.to_owned(),
            kind: kind.to_owned(),
            causes: Causes::Violations(violations.clone()),
        };
        Self::failure(422, "Invalid", message, Some(details))
    }

    /// The 404 answer for a name that does not exist; `resource` is the plural.
    ///
    /// ```
    /// let status = crd_schema::Status::not_found("example.com", "jobs", "a");
    /// assert_eq!(status.message(), r#"jobs.example.com "a" not found"#);
    /// ```
    ///
    /// Kubernetes: `NewNotFound`, `apimachinery pkg/api/errors/errors.go`.
    pub fn not_found(group: &str, resource: &str, name: &str) -> Self {
        let message = format!("{} {} not found", qualified(resource, group), quoted(name));
        Self::failure(404, "NotFound", message, Some(Details::named(group, resource, name)))
    }

    /// The 409 answer to creating what exists; `resource` is the plural.
    ///
    /// ```
    /// let status = crd_schema::Status::already_exists("example.com", "jobs", "a");
    /// assert_eq!(status.message(), r#"jobs.example.com "a" already exists"#);
    /// ```
    ///
    /// Kubernetes: `NewAlreadyExists`, `apimachinery pkg/api/errors/errors.go`.
    pub fn already_exists(group: &str, resource: &str, name: &str) -> Self {
        let message = format!("{} {} already exists", qualified(resource, group), quoted(name));
        Self::failure(409, "AlreadyExists", message, Some(Details::named(group, resource, name)))
    }

    /// The 409 answer to an update of a version that is no longer the newest; `resource` is the plural.
    ///
    /// ```
    /// let status = crd_schema::Status::conflict("example.com", "jobs", "a", "it was modified");
    /// let message = r#"Operation cannot be fulfilled on jobs.example.com "a": it was modified"#;
    /// assert_eq!(status.message(), message);
    /// ```
    ///
    /// Kubernetes: `NewConflict`, `apimachinery pkg/api/errors/errors.go`.
    pub fn conflict(group: &str, resource: &str, name: &str, why: &str) -> Self {
        let target = format!("{} {}", qualified(resource, group), quoted(name));
        let message = format!("Operation cannot be fulfilled on {target}: {why}");
        Self::failure(409, "Conflict", message, Some(Details::named(group, resource, name)))
    }

    /// The 400 answer to what cannot be understood.
    ///
    /// ```
    /// let status = crd_schema::Status::bad_request("the body is empty");
    /// assert_eq!((status.code(), status.reason()), (400, "BadRequest"));
    /// ```
    ///
    /// Kubernetes: `NewBadRequest`, `apimachinery pkg/api/errors/errors.go`.
    pub fn bad_request(message: impl Into<String>) -> Self {
        Self::failure(400, "BadRequest", message.into(), None)
    }

    /// The 413 answer to a body of more bytes than `limit`.
    ///
    /// ```
    /// let status = crd_schema::Status::too_large(3 << 20);
    /// assert_eq!(status.code(), 413);
    /// assert_eq!(status.message(), "Request entity too large: limit is 3145728");
    /// ```
    ///
    /// Kubernetes: `NewRequestEntityTooLargeError`, `apimachinery pkg/api/errors/errors.go`.
    pub fn too_large(limit: usize) -> Self {
        let message = format!("Request entity too large: limit is {limit}");
        Self::failure(413, "RequestEntityTooLarge", message, None)
    }

    /// The 500 answer that upstream gives on purpose.
    pub(crate) fn internal_error(why: &str) -> Self {
        let message = format!("Internal error occurred: {why}");
        let causes = Causes::Message([Message { message: why.to_owned() }]);
        Self::failure(500, "InternalError", message, Some(Details { causes, ..Details::default() }))
    }

    /// 409: an apply would change fields of other managers; each cause is a message and a field.
    ///
    /// Source: `NewApplyConflict`.
    pub(crate) fn apply_conflict(message: String, causes: Vec<(String, String)>) -> Self {
        let reason = "FieldManagerConflict";
        let cause = |(message, field)| ConflictCause { reason, message, field };
        let causes = Causes::Conflicts(causes.into_iter().map(cause).collect());
        Self::failure(409, "Conflict", message, Some(Details { causes, ..Details::default() }))
    }

    /// The 500 answer to errors that upstream has no answer for; it has no reason.
    pub(crate) fn unexpected(message: String) -> Self {
        Self::failure(500, "", message, None)
    }

    fn failure(code: u16, reason: &'static str, message: String, details: Option<Details>) -> Self {
        let (api_version, kind, status) = ("v1", "Status", "Failure");
        Self { api_version, kind, metadata: Metadata {}, status, message, reason, details, code }
    }

    /// The HTTP status code.
    pub fn code(&self) -> u16 {
        self.code
    }

    /// The message for people.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The machine-readable reason.
    pub fn reason(&self) -> &str {
        self.reason
    }
}

impl Details {
    fn named(group: &str, resource: &str, name: &str) -> Self {
        Self {
            name: name.to_owned(),
            group: group.to_owned(),
            kind: resource.to_owned(),
            causes: Causes::default(),
        }
    }
}

/// `Kind.group`, or `Kind` alone in the core group.
fn qualified(kind: &str, group: &str) -> String {
    if group.is_empty() { kind.to_owned() } else { format!("{kind}.{group}") }
}
