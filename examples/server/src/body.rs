//! From the bytes of a request to an object.
//!
//! Source: `apiserver pkg/endpoints/handlers/create.go`, `update.go`, `rest.go`;
//! `apimachinery pkg/runtime/serializer/json/json.go`.

use crd_schema::path::FieldPathBuf;
use crd_schema::serve::{BodyError, Decoded, FieldValidation, Rejection};
use crd_schema::{Violation, Violations, yaml};
use serde_json::{Value, json};

use crate::error::Failure;
use crate::request::{Format, ObjectBody};
use crate::resource::Resource;

/// The value of the query parameter; warnings are the default.
pub(crate) fn field_validation(text: &str) -> Result<FieldValidation, Violations> {
    match text {
        "Ignore" => Ok(FieldValidation::Ignore),
        "" | "Warn" => Ok(FieldValidation::Warn),
        "Strict" => Ok(FieldValidation::Strict),
        other => {
            let path = FieldPathBuf::from_properties(["fieldValidation"]);
            let supported = ["", "Ignore", "Strict", "Warn"];
            Err(Violations::from_iter([Violation::not_supported(path, json!(other), &supported)]))
        }
    }
}

/// Reads the body of a request as an object of the resource.
pub(crate) fn decode(
    resource: &Resource,
    body: &ObjectBody,
    mode: FieldValidation,
) -> Result<Decoded, Failure> {
    match body.format {
        Format::Json => decode_json(resource, &body.bytes, mode),
        Format::Yaml => {
            let kind = || {
                let documents = yaml::read_stream(&body.bytes).unwrap_or_default();
                documents.first().map_or_else(String::new, |document| kind(document.value()))
            };
            let decoded = resource.served().decode_yaml(&body.bytes, mode);
            decoded.map_err(|error| refused(resource, kind(), &error))
        }
    }
}

/// Reads a string as an object of the resource.
pub(crate) fn decode_json(
    resource: &Resource,
    text: &[u8],
    mode: FieldValidation,
) -> Result<Decoded, Failure> {
    let kind = || kind(&serde_json::from_slice(text).unwrap_or_default());
    resource.served().decode_json(text, mode).map_err(|error| refused(resource, kind(), &error))
}

/// The library does not know the kind that an object of another one claims to be of; without one it is that of the request.
fn refused(resource: &Resource, kind: String, error: &Rejection) -> Failure {
    let served = resource.served();
    let kind = if kind.is_empty() { served.kind().to_owned() } else { kind };
    let strict = |error: &BodyError| matches!(error, BodyError::Strict(_) | BodyError::Unusable { .. });
    match error {
        Rejection::Undecodable(_) => {}
        Rejection::Unreadable(why) if strict(why) => {}
        other => return served.status("", other).into(),
    }
    let (version, expected) = (served.version(), served.kind());
    Failure::bad_request(format!("{kind} in version {version:?} cannot be handled as a {expected}: {error}"))
}

fn kind(object: &Value) -> String {
    object.get("kind").and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The words are Go's for a body that ends too early, and those of `serde_json` for all else.
pub(crate) fn json_error(error: &serde_json::Error) -> String {
    if error.is_eof() { "unexpected end of JSON input".to_owned() } else { error.to_string() }
}
