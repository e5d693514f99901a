//! From the bytes of a request to an object.
//!
//! Source: `apiserver pkg/endpoints/handlers/create.go`, `update.go`, `rest.go`;
//! `apimachinery pkg/runtime/serializer/json/json.go`.

use std::collections::BTreeSet;

use crd_schema::{FieldPathBuf, Violation, Violations, json_type_name};
use serde_json::{Value, json};

use crate::duplicates;
use crate::error::Failure;
use crate::resource::Resource;
use crate::warnings::Warnings;

/// What happens to unknown members, apart from being removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldValidation {
    Ignore,
    Warn,
    Strict,
}

impl FieldValidation {
    /// The value of the query parameter; warnings are the default.
    pub(crate) fn parse(text: &str) -> Result<Self, Violations> {
        match text {
            "Ignore" => Ok(Self::Ignore),
            "" | "Warn" => Ok(Self::Warn),
            "Strict" => Ok(Self::Strict),
            other => {
                let path = FieldPathBuf::from_properties(["fieldValidation"]);
                let supported = ["", "Ignore", "Strict", "Warn"];
                Err(Violations::from_iter([Violation::not_supported(path, json!(other), &supported)]))
            }
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
    let object = parse(body).map_err(|why| unrecognized(resource, body, &why))?;
    let decoded = prune(resource, body, object, mode)?;
    let version = text(&decoded.object, "apiVersion");
    let expected = resource.served().api_version();
    if version != expected {
        return Err(Failure::bad_request(format!(
            "the API version in the data ({version}) does not match the expected API version ({expected})"
        )));
    }
    Ok(decoded)
}

/// Removes what the schema does not know, and says so as the client wants it said.
fn prune(
    resource: &Resource,
    body: &[u8],
    mut object: Value,
    mode: FieldValidation,
) -> Result<Decoded, Failure> {
    let kind = text(&object, "kind").to_owned();
    let removed = match resource.served().prune(&mut object) {
        Ok(removed) => removed,
        Err(error) => return Err(cannot_be_handled(resource, &kind, &error.to_string())),
    };
    let noticed = match mode {
        FieldValidation::Ignore => Vec::new(),
        FieldValidation::Warn | FieldValidation::Strict => notices(body, &removed),
    };
    if mode == FieldValidation::Strict && !noticed.is_empty() {
        let why = format!("strict decoding error: {}", noticed.join(", "));
        return Err(cannot_be_handled(resource, &kind, &why));
    }
    Ok(Decoded { object, warnings: Warnings::new(noticed) })
}

/// Repeated members, then unknown ones, each once, in the order in which they were found.
fn notices(body: &[u8], removed: &[FieldPathBuf]) -> Vec<String> {
    let duplicates = duplicates::paths(body).into_iter().map(|path| format!("duplicate field \"{path}\""));
    let unknown = removed.iter().map(|path| format!("unknown field \"{path}\""));
    let mut seen = BTreeSet::new();
    duplicates.chain(unknown).filter(|text| seen.insert(text.clone())).collect()
}

/// A JSON object that says of what kind it is.
fn parse(body: &[u8]) -> Result<Value, String> {
    let value: Value = serde_json::from_slice(body).map_err(|error| parse_error(&json_error(&error)))?;
    if !value.is_object() && !value.is_null() {
        let go_type = "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; \
                       Kind string \"json:\\\"kind,omitempty\\\"\" }";
        let text =
            format!("json: cannot unmarshal {} into Go value of type {go_type}", json_type_name(&value));
        return Err(parse_error(&text));
    }
    for member in ["apiVersion", "kind"] {
        if let Some(other) = value.get(member).filter(|value| !value.is_string() && !value.is_null()) {
            let found = json_type_name(other);
            let text =
                format!("json: cannot unmarshal {found} into Go struct field .{member} of type string");
            return Err(parse_error(&text));
        }
    }
    if text(&value, "kind").is_empty() {
        return Err(format!("Object 'Kind' is missing in '{}'", String::from_utf8_lossy(body)));
    }
    Ok(value)
}

fn parse_error(text: &str) -> String {
    format!("couldn't get version/kind; json parse error: {text}")
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

fn cannot_be_handled(resource: &Resource, kind: &str, why: &str) -> Failure {
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
