//! Refusals, as `metav1.Status` objects.
//!
//! Strings: `apimachinery pkg/api/errors/errors.go`, `apiserver pkg/endpoints/handlers`.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use crd_schema::Status;
use serde_json::{Value, json};
use serving::Refusal;

/// Why a request is refused: the code, and the `Status` that the client gets.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    code: StatusCode,
    status: Value,
}

impl Failure {
    /// What cannot be understood.
    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Status::bad_request(message).into()
    }

    /// A method that the resource does not have; `resource` is `<plural>.<group>`.
    pub(crate) fn method_not_supported(verb: &str, plural: &str, group: &str) -> Self {
        let message = format!("{verb} is not supported on resources of kind \"{plural}.{group}\"");
        let mut failure = Self::new(StatusCode::METHOD_NOT_ALLOWED, "MethodNotAllowed", &message);
        set(&mut failure.status, "details", json!({"group": group, "kind": plural}));
        failure
    }

    /// A path that leads nowhere.
    pub(crate) fn no_such_path() -> Self {
        Self::new(StatusCode::NOT_FOUND, "NotFound", "the server could not find the requested resource")
    }

    /// A body that is longer than `limit` bytes.
    pub(crate) fn too_large(limit: usize) -> Self {
        Status::too_large(limit).into()
    }

    /// A body in another format than `accepted`.
    pub(crate) fn unsupported_media_type(accepted: &str) -> Self {
        let message = format!(
            "the body of the request was in an unknown format - accepted media types include: {accepted}"
        );
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "UnsupportedMediaType", &message)
    }

    /// A request that took too long (`apiserver pkg/server/filters/timeout.go`).
    pub(crate) fn late() -> Self {
        let message = "Timeout: request did not complete within the allotted timeout";
        let mut failure = Self::new(StatusCode::GATEWAY_TIMEOUT, "Timeout", message);
        set(&mut failure.status, "details", json!({}));
        failure
    }

    /// Quirk: errors of the storage layer reach the client as 500 without a reason
    /// (`apiserver pkg/endpoints/handlers/responsewriters/status.go`).
    pub(crate) fn of_storage(message: &str) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "", message)
    }

    fn new(code: StatusCode, reason: &str, message: &str) -> Self {
        let mut status = json!({
            "kind": "Status",
            "apiVersion": "v1",
            "metadata": {},
            "status": "Failure",
            "message": message,
            "code": code.as_u16(),
        });
        if !reason.is_empty() {
            set(&mut status, "reason", reason.into());
        }
        Self { code, status }
    }
}

impl From<Status> for Failure {
    fn from(status: Status) -> Self {
        let code = StatusCode::from_u16(status.code()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        match serde_json::to_value(&status) {
            Ok(status) => Self { code, status },
            Err(error) => Self::of_storage(&error.to_string()),
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.code, Json(self.status)).into_response()
    }
}

fn set(status: &mut Value, name: &str, value: Value) {
    if let Some(fields) = status.as_object_mut() {
        fields.insert(name.to_owned(), value);
    }
}

/// The reply to a request that is not served. Quirk: that for too many requests is no `Status`
/// (`apiserver pkg/server/filters/maxinflight.go`).
pub(crate) fn refused(why: Refusal) -> Response {
    const BUSY: &str = "Too many requests, please try again later.\n";
    match why {
        Refusal::Late => Failure::late().into_response(),
        _ => (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, "1")], BUSY).into_response(),
    }
}
