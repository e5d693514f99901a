//! From the bytes of a request to an object.
//!
//! Source: `apiserver pkg/endpoints/handlers/create.go`, `update.go`, `rest.go`;
//! `apimachinery pkg/runtime/serializer/json/json.go`.

use crd_schema::{BodyError, Decoded, FieldPathBuf, FieldValidation, Rejection, Violation, Violations};
use serde_json::{Value, json};

use crate::error::Failure;
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

/// Reads a body as an object of the resource.
pub(crate) fn decode(resource: &Resource, body: &[u8], mode: FieldValidation) -> Result<Decoded, Failure> {
    resource.served().decode_json(body, mode).map_err(|error| refused(resource, body, &error))
}

/// The library does not know the kind that an object of another one claims to be of.
fn refused(resource: &Resource, body: &[u8], error: &Rejection) -> Failure {
    let served = resource.served();
    let kind = kind(body);
    match error {
        Rejection::Undecodable(_) | Rejection::Unreadable(BodyError::Strict(_)) if kind != served.kind() => {
            let (version, expected) = (served.version(), served.kind());
            Failure::bad_request(format!(
                "{kind} in version {version:?} cannot be handled as a {expected}: {error}"
            ))
        }
        other => served.status("", other).into(),
    }
}

fn kind(body: &[u8]) -> String {
    let object: Value = serde_json::from_slice(body).unwrap_or_default();
    object.get("kind").and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The words are Go's for a body that ends too early, and those of `serde_json` for all else.
pub(crate) fn json_error(error: &serde_json::Error) -> String {
    if error.is_eof() { "unexpected end of JSON input".to_owned() } else { error.to_string() }
}
