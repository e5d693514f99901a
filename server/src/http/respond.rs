//! Answers, as they are written.

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use crd_schema::yaml;
use serde_json::Value;

use crate::failure::Failure;
use crate::request::Format;
use crate::verbs::{Answer, Content};

/// The answer to a request that is done.
pub(super) fn answer(answer: Answer) -> Response<Body> {
    match answer.content {
        Content::Object(object) => object_in(answer.code, &object, answer.output.format),
        Content::Stream(body) => with_body(answer.code, answer.output.format.media_type(), body),
    }
}

/// The answer to a request that is rejected.
pub(super) fn failure(failure: &Failure, format: Format) -> Response<Body> {
    let mut response = object_in(failure.code(), failure.status(), format);
    if let Some(seconds) = failure.retry_after() {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

/// A path that leads nowhere. Quirk: Go's own text, and no `Status` (`net/http`, `NotFoundHandler`).
pub(super) fn not_found() -> Response<Body> {
    with_body(404, "text/plain; charset=utf-8", "404 page not found\n".into())
}

/// A JSON body with a code.
pub(crate) fn json(code: u16, object: &Value) -> Response<Body> {
    object_in(code, object, Format::Json)
}

fn object_in(code: u16, object: &Value, format: Format) -> Response<Body> {
    let text = match format {
        Format::Json => line(object),
        Format::Yaml => match yaml::to_string(object) {
            Ok(text) => text,
            Err(error) => return with_body(500, "text/plain; charset=utf-8", error.to_string().into()),
        },
    };
    with_body(code, format.media_type(), text.into())
}

/// As Go writes it, a line.
fn line(object: &Value) -> String {
    let mut line = serde_json::to_string(object).unwrap_or_default();
    line.push('\n');
    line
}

/// A body of a media type with a code.
pub(super) fn with_body(code: u16, media_type: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    response
}
