//! From the bytes of a request to an object: read, pruned, and with the warnings or errors that the client asks for.
//!
//! Source: `apimachinery pkg/runtime/serializer/json/{json,meta}.go`, `pkg/runtime/error.go`;
//! `apiextensions-apiserver pkg/apiserver/customresource_handler.go`, `schemaCoercingDecoder`.
//!
//! Knows nothing of: HTTP, what an object must look like beyond its type and object meta.

use std::collections::HashSet;
use std::fmt::Write as _;

use memchr::memmem;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::admission::{DecodeError, Nulls, canonical_metadata};
use crate::compiled::CompiledSchema;
use crate::go_text::{json_type_name, quoted};
use crate::json::{self, JsonError};
use crate::limits::{MAX_DEPTH, Reported};
use crate::names::group_version;
use crate::path::FieldPathBuf;
use crate::prune::{PrunedJson, prune_json, prune_json_noting};

/// What happens to unknown and repeated fields, apart from being removed.
///
/// Source: `apimachinery pkg/apis/meta/v1/types.go`, `FieldValidation`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FieldValidation {
    /// Nothing is said of them.
    Ignore,
    /// Each is a warning.
    #[default]
    Warn,
    /// They are errors.
    Strict,
}

/// Why a body is no object of the resource; the server answers with 400 unless it says otherwise.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BodyError {
    /// It is not JSON, or says nothing of its type.
    #[error("{why}")]
    Unrecognized {
        /// What is wrong with it.
        why: String,
        /// How it begins, as the server shows it.
        summary: String,
    },
    /// It may say of what type it is, but no object can be made of it.
    #[error("{why}")]
    Unusable {
        /// What is wrong with it.
        why: String,
    },
    /// It is of another version than the request.
    #[error("the API version in the data ({found}) does not match the expected API version ({expected})")]
    Version {
        /// That of the object.
        found: String,
        /// That of the request.
        expected: String,
    },
    /// Metadata of the object, or of an object in it, is malformed.
    #[error(transparent)]
    Object(#[from] DecodeError),
    /// It has more bytes than this, its limit; the server answers with 413.
    #[error("Request entity too large: limit is {0}")]
    TooLarge(usize),
    /// There are unknown or repeated fields, and [`FieldValidation::Strict`] was asked for.
    #[error("strict decoding error: {}", .0.join(", "))]
    Strict(Vec<String>),
}

/// An object that was read from a body: pruned, without nulls that the schema does not allow, its metadata coerced.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DecodedBody {
    /// The object.
    pub object: Value,
    /// What a client is to be warned of, in the order and the words of the server; each once, and at most 16 MiB.
    pub warnings: Vec<String>,
    /// The unknown fields that were removed; empty with [`FieldValidation::Ignore`].
    pub removed: Vec<FieldPathBuf>,
}

/// Reads a JSON body as a custom resource.
///
/// ```
/// use crd_schema::serve::{FieldValidation, decode_body};
/// use crd_schema::steps::CompiledSchema;
/// use crd_schema::SchemaBuilder;
///
/// let spec = SchemaBuilder::object().property("image", SchemaBuilder::string());
/// let schema = CompiledSchema::new(&SchemaBuilder::object().property("spec", spec).build()?);
/// let body = br#"{"kind": "Job", "spec": {"image": "a", "privileged": true}}"#;
/// let decoded = decode_body(&schema, body, FieldValidation::Warn)?;
/// assert_eq!(decoded.warnings, [r#"unknown field "spec.privileged""#]);
/// let refused = decode_body(&schema, body, FieldValidation::Strict).expect_err("it is strict");
/// assert_eq!(refused.to_string(), r#"strict decoding error: unknown field "spec.privileged""#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`BodyError`], with the words of the server.
pub fn decode_body(
    schema: &CompiledSchema,
    body: &[u8],
    validation: FieldValidation,
) -> Result<DecodedBody, BodyError> {
    // Quirk: only a lenient decoder has taken the blanks around the object away.
    let shown = if validation == FieldValidation::Ignore { body.trim_ascii() } else { body };
    read(schema, &Body { json: body, shown, sent: body, notices: Vec::new() }, validation)
}

/// Reads a YAML body as a custom resource: YAML becomes JSON, which is read like any other.
///
/// The first document counts. What kubectl's reader refuses ([`yaml`](crate::yaml)) is refused here, in our words.
///
/// ```
/// use crd_schema::serve::{FieldValidation, decode_yaml_body};
/// use crd_schema::steps::CompiledSchema;
/// use crd_schema::SchemaBuilder;
/// use serde_json::json;
///
/// let spec = SchemaBuilder::object().property("port", SchemaBuilder::integer());
/// let schema = CompiledSchema::new(&SchemaBuilder::object().property("spec", spec).build()?);
/// let body = b"kind: Job\nspec: {port: 80.0}\nspec: {port: 0x50, on: 1}\n";
/// let decoded = decode_yaml_body(&schema, body, FieldValidation::Warn)?;
/// assert_eq!(decoded.object, json!({"kind": "Job", "spec": {"port": 80}}));
/// assert_eq!(decoded.warnings, [
///     "line 3: key \"spec\" already set in map",
///     "unknown field \"spec.true\"",
/// ]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`BodyError`], with the words of the server where it is YAML.
///
/// Source: `Serializer.Decode` in `apimachinery pkg/runtime/serializer/json/json.go`.
#[cfg(feature = "yaml")]
pub fn decode_yaml_body(
    schema: &CompiledSchema,
    body: &[u8],
    validation: FieldValidation,
) -> Result<DecodedBody, BodyError> {
    let (json, repeated) = yaml_as_json(body).map_err(|error| unrecognized(in_words(&error), body))?;
    let shown = if validation == FieldValidation::Ignore { json.as_bytes() } else { body };
    read(schema, &Body { json: json.as_bytes(), shown, sent: body, notices: repeated }, validation)
}

/// The JSON that a YAML body stands for, and what Go says of repeated keys.
#[cfg(feature = "yaml")]
pub(crate) fn yaml_as_json(body: &[u8]) -> Result<(String, Vec<String>), crate::yaml::ReadError> {
    let (value, repeated) = crate::yaml::first_document(body)?;
    Ok((crate::go_text::Json(&value).to_string(), repeated))
}

/// Go's words where they are known, else ours.
#[cfg(feature = "yaml")]
fn in_words(error: &crate::yaml::ReadError) -> String {
    if error.is_of_control_character() {
        "yaml: control characters are not allowed".to_owned()
    } else {
        error.to_string()
    }
}

/// The bytes of a request.
struct Body<'b> {
    json: &'b [u8],
    /// As errors show them.
    shown: &'b [u8],
    /// As they came.
    sent: &'b [u8],
    /// What there is to say of them before they are JSON.
    notices: Vec<String>,
}

fn read(
    schema: &CompiledSchema,
    body: &Body<'_>,
    validation: FieldValidation,
) -> Result<DecodedBody, BodyError> {
    let read = if validation == FieldValidation::Ignore {
        prune_json(schema, body.json).map(|value| PrunedJson {
            value,
            repeated: Vec::new(),
            removed: Vec::new(),
        })
    } else {
        prune_json_noting(schema, body.json)
    };
    let PrunedJson { value: mut object, repeated, mut removed } = read.map_err(|error| match error {
        JsonError::TooDeep => BodyError::Object(DecodeError::TooDeep(MAX_DEPTH)),
        error => unreadable(&error, body),
    })?;
    check_type(&object, body.shown).map_err(|error| match (error, validation) {
        // Quirk: a lenient decoder knows the kind of the request by then, a strict one has none.
        (TypeError::NoKind(why), FieldValidation::Ignore) => BodyError::Unusable { why },
        (TypeError::NoKind(why) | TypeError::Unreadable(why), _) => unrecognized(why, body.sent),
    })?;
    canonical_metadata(schema, &mut object, nulls(body.json), &mut removed)?;
    if validation == FieldValidation::Ignore {
        return Ok(DecodedBody { object, warnings: Vec::new(), removed: Vec::new() });
    }
    let found = notices(&repeated, &removed);
    if validation == FieldValidation::Strict && !(found.is_empty() && body.notices.is_empty()) {
        return Err(BodyError::Strict(of_yaml(&body.notices).into_iter().chain(found).collect()));
    }
    let warnings = distinct(body.notices.clone()).into_iter().chain(found).collect();
    Ok(DecodedBody { object, warnings, removed })
}

/// Go gathers all repeated keys in one error; warnings are cut out of it again.
///
/// Source: `apiserver pkg/endpoints/handlers/rest.go`, `parseYAMLWarnings`.
fn of_yaml(lines: &[String]) -> Option<String> {
    (!lines.is_empty()).then(|| format!("yaml: unmarshal errors:\n  {}", lines.join("\n  ")))
}

/// Repeated fields, then unknown ones, each once, in the order in which they were found; as many as may be reported.
pub(crate) fn notices(repeated: &[FieldPathBuf], removed: &[FieldPathBuf]) -> Vec<String> {
    let repeated = repeated.iter().map(|path| format!("duplicate field {}", quoted(&path.to_string())));
    // Quirk: only the path of a repeated field is escaped.
    let unknown = removed.iter().map(|path| {
        let mut message = String::with_capacity(64);
        // Writing to a `String` cannot fail.
        let _ = write!(message, "unknown field \"{path}\"");
        message
    });
    let mut reported = Reported::default();
    distinct(repeated.chain(unknown).take_while(|message| reported.takes(message.len())).collect())
}

/// Each once, where it stands first.
pub(crate) fn distinct(mut messages: Vec<String>) -> Vec<String> {
    // Nearly always; then the same ones stand side by side.
    if messages.is_sorted() {
        messages.dedup();
        return messages;
    }
    let mut reported = HashSet::with_capacity(messages.len());
    let is_first: Vec<_> = messages.iter().map(|message| reported.insert(message.as_str())).collect();
    let mut is_first = is_first.into_iter();
    messages.retain(|_| is_first.next().unwrap_or(true));
    messages
}

/// Most objects have none, and finding that out is sooner done than looking at each value.
fn nulls(json: &[u8]) -> Nulls {
    if memmem::find(json, b"null").is_some() { Nulls::Possible } else { Nulls::None }
}

fn unrecognized(why: String, body: &[u8]) -> BodyError {
    BodyError::Unrecognized { why, summary: summary(body) }
}

/// The beginning of a body: as text when it looks like JSON, else in hexadecimal.
///
/// Source: `apiserver pkg/endpoints/handlers/rest.go`, `summarizeData`.
fn summary(body: &[u8]) -> String {
    const SHOWN: usize = 30;
    let start = body.get(..SHOWN).unwrap_or(body);
    let shown = match start.first() {
        None => "<empty>".to_owned(),
        Some(b'{') => json::text(start).into_owned(),
        Some(_) => hexadecimal(start),
    };
    if body.len() > SHOWN { format!("{shown} ...") } else { shown }
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

/// What is wrong with a body that is no JSON, or has a number that is too large.
fn unreadable(error: &JsonError, body: &Body<'_>) -> BodyError {
    if matches!(error, JsonError::Syntax(_)) {
        return unrecognized(no_type(&error.to_string()), body.sent);
    }
    // The first look at a body is for its type only, and does not read numbers.
    let text = json::text(body.shown);
    let whole = json::replace_halves(&text);
    let head = serde_json::from_str(whole.as_deref().unwrap_or(&text)).map(Head::into_value);
    let head = match text.trim_ascii_start().bytes().next() {
        Some(b'{') => head.ok(),
        Some(b'[') => Some(json!([])),
        _ => Some(json!(0)),
    };
    let wrong = head.and_then(|head| check_type(&head, b"").err());
    match wrong {
        Some(TypeError::Unreadable(why)) => unrecognized(why, body.sent),
        Some(TypeError::NoKind(_)) | None => BodyError::Unusable { why: error.to_string() },
    }
}

/// What says of which type an object is.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Head {
    #[serde(default)]
    api_version: Value,
    #[serde(default)]
    kind: Value,
}

impl Head {
    fn into_value(self) -> Value {
        json!({"apiVersion": self.api_version, "kind": self.kind})
    }
}

fn no_type(why: &str) -> String {
    format!("couldn't get version/kind; json parse error: {why}")
}

/// Why the type of an object is unknown, in Go's words.
enum TypeError {
    /// It has no `kind`.
    NoKind(String),
    /// It is no object, or its `apiVersion` or `kind` cannot be read.
    Unreadable(String),
}

fn check_type(object: &Value, body: &[u8]) -> Result<(), TypeError> {
    use TypeError::{NoKind, Unreadable};
    if !object.is_object() && !object.is_null() {
        let go_type = "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; \
                       Kind string \"json:\\\"kind,omitempty\\\"\" }";
        let found = json_type_name(object);
        let why = format!("json: cannot unmarshal {found} into Go value of type {go_type}");
        return Err(Unreadable(no_type(&why)));
    }
    for field in ["apiVersion", "kind"] {
        if let Some(other) = object.get(field).filter(|value| !value.is_string() && !value.is_null()) {
            let found = json_type_name(other);
            let why = format!("json: cannot unmarshal {found} into Go struct field .{field} of type string");
            return Err(Unreadable(no_type(&why)));
        }
    }
    let message = |field| object.get(field).and_then(Value::as_str).unwrap_or_default();
    group_version(message("apiVersion")).map_err(Unreadable)?;
    if message("kind").is_empty() {
        return Err(NoKind(format!("Object 'Kind' is missing in '{}'", json::text(body))));
    }
    Ok(())
}
