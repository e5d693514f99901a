//! From the bytes of a request to an object.
//!
//! Source: `apiserver pkg/endpoints/handlers/create.go`, `update.go`, `rest.go`;
//! `apimachinery pkg/runtime/serializer/json/json.go`.

use crd_schema::{BodyError, FieldPathBuf, FieldValidation, Violation, Violations, decode_body};
use serde_json::{Value, json};

use crate::error::Failure;
use crate::resource::Resource;
use crate::warnings::Warnings;

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

/// An object as the schema knows it, and what the client is to be told about the rest.
pub(crate) struct Decoded {
    pub(crate) object: Value,
    pub(crate) warnings: Warnings,
}

/// Reads a body as an object of the resource.
pub(crate) fn decode(resource: &Resource, body: &[u8], mode: FieldValidation) -> Result<Decoded, Failure> {
    let read = decode_body(resource.served().schema(), body, mode);
    let read = read.map_err(|error| refused(resource, body, &error))?;
    let version = text(&read.object, "apiVersion");
    let expected = resource.served().api_version();
    if version != expected {
        return Err(Failure::bad_request(format!(
            "the API version in the data ({version}) does not match the expected API version ({expected})"
        )));
    }
    Ok(Decoded { object: read.object, warnings: Warnings::new(read.warnings) })
}

fn refused(resource: &Resource, body: &[u8], error: &BodyError) -> Failure {
    match error {
        BodyError::Unrecognized(why) => unrecognized(resource, body, why),
        other => cannot_be_handled(resource, body, &other.to_string()),
    }
}

/// The words are Go's for a body that ends too early, and those of `serde_json` for all else.
pub(crate) fn json_error(error: &serde_json::Error) -> String {
    if error.is_eof() { "unexpected end of JSON input".to_owned() } else { error.to_string() }
}

fn unrecognized(resource: &Resource, body: &[u8], why: &str) -> Failure {
    let kind = resource.served().kind();
    let shown = summary(body);
    Failure::bad_request(format!(
        "the object provided is unrecognized (must be of type {kind}): {why} ({shown})"
    ))
}

fn cannot_be_handled(resource: &Resource, body: &[u8], why: &str) -> Failure {
    let object: Value = serde_json::from_slice(body).unwrap_or_default();
    let kind = text(&object, "kind");
    let (version, expected) = (resource.served().version(), resource.served().kind());
    Failure::bad_request(format!("{kind} in version {version:?} cannot be handled as a {expected}: {why}"))
}

/// The beginning of a body: as text when it looks like JSON, else in hexadecimal.
fn summary(body: &[u8]) -> String {
    const SHOWN: usize = 30;
    let start = body.get(..SHOWN).unwrap_or(body);
    let text = match start.first() {
        None => "<empty>".to_owned(),
        Some(b'{') => String::from_utf8_lossy(start).into_owned(),
        Some(_) => hexadecimal(start),
    };
    if body.len() > SHOWN { format!("{text} ...") } else { text }
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

fn text<'o>(object: &'o Value, member: &str) -> &'o str {
    object.get(member).and_then(Value::as_str).unwrap_or_default()
}
