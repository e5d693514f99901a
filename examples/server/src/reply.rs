//! What clients get.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use crate::error::Failure;
use crate::warnings::Warnings;

/// An object or a refusal, with warnings.
pub(crate) struct Reply {
    outcome: Result<(StatusCode, Value), Failure>,
    warnings: Warnings,
}

impl Reply {
    /// 200 with an object.
    pub(crate) fn ok(object: Value) -> Self {
        Self { outcome: Ok((StatusCode::OK, object)), warnings: Warnings::default() }
    }

    /// What came of a write, with what was noticed while the request was read.
    pub(crate) fn written(code: StatusCode, outcome: Result<Value, Failure>, warnings: Warnings) -> Self {
        Self { outcome: outcome.map(|object| (code, object)), warnings }
    }
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        let mut response = match self.outcome {
            Ok((code, object)) => (code, Json(object)).into_response(),
            Err(failure) => failure.into_response(),
        };
        self.warnings.write(response.headers_mut());
        response
    }
}
