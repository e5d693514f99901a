//! Errors, as `metav1.Status` objects.
//!
//! Source: `apimachinery pkg/api/errors/errors.go`, `apiserver pkg/endpoints/handlers`.
//!
//! Knows nothing of: requests, stores.

use crd_schema::{Status, Violations};
use serde_json::{Map, Value, json};

use crate::store::StoreError;

/// Why a request is rejected: the code, and the `Status` that the client gets.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Failure {
    code: u16,
    status: Value,
    /// What goes into `Retry-After`.
    retry_after: Option<u32>,
}

/// The resource that an error names: a group and a plural.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named<'r> {
    pub(crate) group: &'r str,
    pub(crate) plural: &'r str,
}

impl Named<'_> {
    fn qualified(self) -> String {
        if self.group.is_empty() { self.plural.to_owned() } else { format!("{}.{}", self.plural, self.group) }
    }

    fn details(self, name: &str) -> Value {
        let mut details = Map::new();
        for (field, text) in [("name", name), ("group", self.group), ("kind", self.plural)] {
            if !text.is_empty() {
                details.insert(field.to_owned(), text.into());
            }
        }
        details.into()
    }
}

impl Failure {
    /// A request that cannot be understood.
    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Status::bad_request(message).into()
    }

    /// Options that are not valid; `kind` is theirs, `CreateOptions` for example.
    pub(crate) fn invalid_options(kind: &str, violations: &Violations) -> Self {
        Status::invalid("meta.k8s.io", kind, "", violations).into()
    }

    /// A method that the resource does not have.
    pub(crate) fn method_not_supported(resource: Named<'_>, verb: &str) -> Self {
        let message = format!("{verb} is not supported on resources of kind \"{}\"", resource.qualified());
        Self::new(405, "MethodNotAllowed", &message).with("details", resource.details(""))
    }

    /// A request that is understood and not allowed.
    pub(crate) fn forbidden(resource: Named<'_>, name: &str, why: &str) -> Self {
        let what = resource.qualified();
        let what = if name.is_empty() { what } else { format!("{what} \"{name}\"") };
        let message = format!("{what} is forbidden: {why}");
        Self::new(403, "Forbidden", &message).with("details", resource.details(name))
    }

    /// A name that was to be generated and exists each time.
    pub(crate) fn no_name_generated(resource: Named<'_>, name: &str) -> Self {
        let message = format!(
            "{} \"{name}\" already exists, the server was not able to generate a unique name for the object",
            resource.qualified()
        );
        let mut details = resource.details(name);
        set(&mut details, "retryAfterSeconds", 1.into());
        let mut failure = Self::new(409, "AlreadyExists", &message).with("details", details);
        failure.retry_after = Some(1);
        failure
    }

    /// A revision that is compacted; `next` is the token with which a list may go on.
    pub(crate) fn expired(message: &str, next: Option<String>) -> Self {
        let failure = Self::new(410, "Expired", message);
        match next {
            Some(next) => failure.with("metadata", json!({ "continue": next })),
            None => failure,
        }
    }

    /// A revision that is newer than the newest.
    ///
    /// Source: `apiserver pkg/storage/errors.go`, `NewTooLargeResourceVersionError`.
    pub(crate) fn too_large_revision(asked: u64, current: u64) -> Self {
        let message = format!("Timeout: Too large resource version: {asked}, current: {current}");
        let cause = json!({"reason": "ResourceVersionTooLarge", "message": "Too large resource version"});
        let mut failure = Self::new(504, "Timeout", &message)
            .with("details", json!({"causes": [cause], "retryAfterSeconds": 1}));
        failure.retry_after = Some(1);
        failure
    }

    /// A body in another format than those of `accepted`.
    pub(crate) fn unsupported_media_type(accepted: &str) -> Self {
        let message = format!(
            "the body of the request was in an unknown format - accepted media types include: {accepted}"
        );
        Self::new(415, "UnsupportedMediaType", &message)
    }

    /// A client that wants another format than those of `accepted`.
    pub(crate) fn not_acceptable(accepted: &str) -> Self {
        let message = format!("only the following media types are accepted: {accepted}");
        Self::new(406, "NotAcceptable", &message)
    }

    /// An object that has no such form (`apiserver pkg/endpoints/handlers/response.go`, `newNotAcceptableError`).
    pub(crate) fn wrong_shape(message: &str) -> Self {
        Self::new(406, "NotAcceptable", message)
    }

    /// An object that is to be created where everything is being deleted.
    ///
    /// Source: `apiserver pkg/admission/plugin/namespace/lifecycle/admission.go`.
    pub(crate) fn namespace_terminating(resource: Named<'_>, name: &str, namespace: &str) -> Self {
        let why =
            format!("unable to create new content in namespace {namespace} because it is being terminated");
        let cause = json!({
            "reason": "NamespaceTerminating",
            "message": format!("namespace {namespace} is being terminated"),
            "field": "metadata.namespace",
        });
        let mut failure = Self::forbidden(resource, name, &why);
        if let Some(details) = failure.status.get_mut("details") {
            set(details, "causes", json!([cause]));
        }
        failure
    }

    /// A body that is longer than this says (`NewRequestEntityTooLargeError`).
    pub(crate) fn too_large(message: &str) -> Self {
        Self::new(413, "RequestEntityTooLarge", &format!("Request entity too large: {message}"))
    }

    /// A patch that cannot be applied (`NewGenericServerResponse`, which leaves out why).
    pub(crate) fn patch_failed() -> Self {
        let message = "the server rejected our request due to an error in our request";
        Self::new(422, "Invalid", message).with("details", json!({}))
    }

    /// A request that took too long (`apiserver pkg/server/filters/timeout.go`).
    pub(crate) fn late() -> Self {
        let message = "Timeout: request did not complete within the allotted timeout";
        Self::new(504, "Timeout", message).with("details", json!({}))
    }

    /// Quirk: errors of storage reach the client as 500 without a reason
    /// (`apiserver pkg/endpoints/handlers/responsewriters/status.go`).
    pub(crate) fn of_storage(message: &str) -> Self {
        Self::new(500, "", message)
    }

    /// The 500 that the server gives on purpose (`NewInternalError`).
    pub(crate) fn internal(why: &str) -> Self {
        let failure = Self::new(500, "InternalError", &format!("Internal error occurred: {why}"));
        failure.with("details", json!({"causes": [{"message": why}]}))
    }

    fn new(code: u16, reason: &str, message: &str) -> Self {
        let mut status = json!({
            "kind": "Status",
            "apiVersion": "v1",
            "metadata": {},
            "status": "Failure",
            "message": message,
            "code": code,
        });
        if !reason.is_empty() {
            set(&mut status, "reason", reason.into());
        }
        Self { code, status, retry_after: None }
    }

    fn with(mut self, field: &str, value: Value) -> Self {
        set(&mut self.status, field, value);
        self
    }

    pub(crate) fn code(&self) -> u16 {
        self.code
    }

    pub(crate) fn status(&self) -> &Value {
        &self.status
    }

    pub(crate) fn retry_after(&self) -> Option<u32> {
        self.retry_after
    }

    /// Whether an object of the name is there already.
    pub(crate) fn is_already_exists(&self) -> bool {
        self.status.get("reason").and_then(Value::as_str) == Some("AlreadyExists")
    }

    pub(crate) fn message(&self) -> &str {
        self.status.get("message").and_then(Value::as_str).unwrap_or_default()
    }
}

impl From<Status> for Failure {
    fn from(status: Status) -> Self {
        match serde_json::to_value(&status) {
            Ok(value) => Self { code: status.code(), status: value, retry_after: None },
            Err(error) => Self::of_storage(&error.to_string()),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Compacted => {
                Self::expired("The resourceVersion for the provided list is too old.", None)
            }
            StoreError::Future { asked, current } => Self::too_large_revision(asked, current),
            other => Self::of_storage(&other.to_string()),
        }
    }
}

fn set(object: &mut Value, name: &str, value: Value) {
    if let Some(fields) = object.as_object_mut() {
        fields.insert(name.to_owned(), value);
    }
}
