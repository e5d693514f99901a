//! Field errors with Kubernetes' kinds and messages.
//!
//! Source: `apimachinery pkg/util/validation/field/errors.go`.
//!
//! Knows nothing of: schemas, HTTP.

mod cause;
mod kind;

use std::fmt;

use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::Value;

pub(crate) use cause::Cause;
pub use kind::ErrorKind;

use crate::go_text;
use crate::limits::Reported;
use crate::path::FieldPathBuf;
use crate::server_version::ServerVersion;

/// One field error.
///
/// ```
/// use crd_schema::path::FieldPathBuf;
/// use crd_schema::Violation;
/// use serde_json::json;
///
/// let path = FieldPathBuf::from_properties(["spec", "engine"]);
/// let violation = Violation::invalid(path, json!("b"), "field is immutable");
/// assert_eq!(violation.to_string(), r#"spec.engine: Invalid value: "b": field is immutable"#);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Violation(Box<Inner>);

#[derive(Clone, Debug)]
struct Inner {
    kind: ErrorKind,
    cause: Cause,
    path: FieldPathBuf,
    /// `None` is upstream's "omitted" value, which suppresses the value part.
    value: Option<Value>,
    rendering: Rendering,
    detail: String,
}

/// The cause does not count: two errors that users cannot tell apart are equal.
impl PartialEq for Inner {
    fn eq(&self, other: &Self) -> bool {
        let Self { kind, cause: _, path, value, rendering, detail } = self;
        (*kind, path, value, rendering, detail)
            == (other.kind, &other.path, &other.value, &other.rendering, &other.detail)
    }
}

/// How the value is printed.
#[derive(Clone, Debug, PartialEq)]
enum Rendering {
    Plain,
    /// **Quirk**: upstream prints pointers and named types as JSON, messages too (`errors.go`, `ErrorBody`).
    Json,
    /// A time in RFC 3339; null is the zero time.
    Time,
    /// A Go `[]string`, or null.
    Strings,
    /// A Go struct: its JSON, which has an order of its own, and its Go syntax.
    Struct {
        json: String,
        go_syntax: String,
    },
    /// Ready.
    As(String),
}

impl Rendering {
    /// The value as servers before 1.34 print it: in Go syntax where it is no scalar.
    ///
    /// **Quirk**: a null is printed in quotes (`errors.go` of 1.33, `ErrorBody`).
    fn before_json(self, value: &Value) -> Self {
        let go_syntax = |value| go_text::GoSyntax(value).to_string();
        match (self, value) {
            (Self::Struct { go_syntax, .. }, _) => Self::As(go_syntax),
            (Self::Strings, value) => Self::As(go_text::go_strings(value)),
            (Self::Time, value) => {
                Self::As(go_text::go_time(value.as_str().unwrap_or("0001-01-01T00:00:00Z")))
            }
            (Self::As(message), _) => Self::As(message),
            (_, Value::Null) => Self::As("\"null\"".to_owned()),
            (_, Value::Array(_) | Value::Object(_)) => Self::As(go_syntax(value)),
            _ => Self::Plain,
        }
    }
}

impl Violation {
    /// A violation of any kind; `value` is printed where the kind prints one.
    pub fn new(kind: ErrorKind, path: FieldPathBuf, value: Option<Value>, detail: impl Into<String>) -> Self {
        let (cause, rendering) = (Cause::Other, Rendering::Plain);
        Self(Box::new(Inner { kind, cause, path, value, rendering, detail: detail.into() }))
    }

    /// The value is malformed or must not be what it is.
    pub fn invalid(path: FieldPathBuf, value: Value, detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Invalid, path, Some(value), detail)
    }

    /// A value must be given.
    pub fn required(path: FieldPathBuf, detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Required, path, None, detail)
    }

    /// A value must not be given.
    pub fn forbidden(path: FieldPathBuf, detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Forbidden, path, None, detail)
    }

    /// The value is none of `supported`, which are printed in the order given.
    pub fn not_supported(path: FieldPathBuf, value: Value, supported: &[&str]) -> Self {
        let candidates: Vec<_> = supported.iter().map(|candidate| go_text::quoted(candidate)).collect();
        let detail = format!("supported values: {}", candidates.join(", "));
        Self::new(ErrorKind::NotSupported, path, Some(value), detail)
    }

    /// What is wrong.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Where.
    pub fn path(&self) -> &FieldPathBuf {
        &self.0.path
    }

    /// The offending value, if there is one to show.
    pub fn value(&self) -> Option<&Value> {
        self.0.value.as_ref()
    }

    /// The explanation behind the value.
    pub fn detail(&self) -> &str {
        &self.0.detail
    }

    /// The message without the path, as the message of a Status cause has it.
    pub fn body(&self) -> String {
        Body(self).to_string()
    }

    /// Which check reports it.
    pub(crate) fn cause(&self) -> Cause {
        self.0.cause
    }

    /// The same violation with its cause.
    pub(crate) fn caused_by(mut self, cause: Cause) -> Self {
        self.0.cause = cause;
        self
    }

    /// The same violation of a value that upstream has a pointer to, or a named type for.
    pub(crate) fn of_pointer(mut self) -> Self {
        self.0.rendering = Rendering::Json;
        self
    }

    /// The same violation of a time.
    pub(crate) fn of_time(mut self) -> Self {
        self.0.rendering = Rendering::Time;
        self
    }

    /// The same violation of a list of strings.
    pub(crate) fn of_strings(mut self) -> Self {
        self.0.rendering = Rendering::Strings;
        self
    }

    /// The same violation of a Go struct.
    pub(crate) fn of_struct(mut self, json: String, go_syntax: String) -> Self {
        self.0.rendering = Rendering::Struct { json, go_syntax };
        self
    }

    /// The same violation as a server prints it: values are JSON from 1.34 on.
    ///
    /// Source: `apimachinery pkg/util/validation/field/errors.go`, `ErrorBody`.
    pub(crate) fn printed_by(mut self, server: ServerVersion) -> Self {
        if server < ServerVersion::V1_34 && self.kind().prints_value() {
            let inner = &mut *self.0;
            if let Some(value) = &inner.value {
                let rendering = std::mem::replace(&mut inner.rendering, Rendering::Plain);
                inner.rendering = rendering.before_json(value);
            }
        }
        self
    }

    /// The same violation at another path, with another explanation.
    pub(crate) fn moved(mut self, path: FieldPathBuf, detail: String) -> Self {
        (self.0.path, self.0.detail) = (path, detail);
        self
    }

    /// The same violation, its path placed below `prefix`.
    #[must_use]
    pub fn below(mut self, prefix: &FieldPathBuf) -> Self {
        self.0.path = self.0.path.below(prefix);
        self
    }
}

struct Body<'a>(&'a Violation);

impl fmt::Display for Body<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.0.0;
        f.write_str(inner.kind.message())?;
        if let (true, Some(value)) = (inner.kind.prints_value(), &inner.value) {
            f.write_str(": ")?;
            match &inner.rendering {
                Rendering::Plain => go_text::write_value(f, value)?,
                Rendering::Json | Rendering::Time | Rendering::Strings => go_text::write_json(f, value)?,
                Rendering::Struct { json: message, .. } | Rendering::As(message) => f.write_str(message)?,
            }
        }
        if inner.detail.is_empty() { Ok(()) } else { write!(f, ": {}", inner.detail) }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path(), Body(self))
    }
}

impl std::error::Error for Violation {}

/// Serializes as a Status cause: `reason`, `message` and `field`.
impl Serialize for Violation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut cause = serializer.serialize_struct("Violation", 3)?;
        cause.serialize_field("reason", self.kind().reason())?;
        cause.serialize_field("message", &self.body())?;
        cause.serialize_field("field", &self.path().to_string())?;
        cause.end()
    }
}

/// All field errors that were found, in Kubernetes' order.
///
/// Their paths have at most 16 MiB together, lest a long key above many of them take the square of its length; what
/// would be more is left out, but never the first.
///
/// ```
/// use crd_schema::path::FieldPathBuf;
/// use crd_schema::{Violation, Violations};
///
/// let mut violations = Violations::new();
/// violations.push(Violation::required(FieldPathBuf::from_properties(["spec"]), ""));
/// assert_eq!(violations.to_string(), "spec: Required value");
/// assert!(violations.into_result().is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Violations {
    found: Vec<Violation>,
    /// The messages of the paths.
    reported: Reported,
}

impl PartialEq for Violations {
    fn eq(&self, other: &Self) -> bool {
        self.found == other.found
    }
}

impl Violations {
    /// No violations yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one at the end.
    pub fn push(&mut self, violation: Violation) {
        if self.reported.takes(violation.path().length()) {
            self.found.push(violation);
        }
    }

    /// Whether none was found.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// How many were found.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// The violations in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Violation> {
        self.found.iter()
    }

    /// `Ok` when none was found.
    ///
    /// # Errors
    /// `self`, when there is at least one violation.
    pub fn into_result(self) -> Result<(), Self> {
        if self.found.is_empty() { Ok(()) } else { Err(self) }
    }

    /// Each message once, as upstream's filter of declarative errors leaves them, which goes through an aggregate
    /// (`apimachinery pkg/api/validate/errors.go`, `FilterCoveredHandwrittenErrors`).
    pub(crate) fn without_repetitions(mut self) -> Self {
        let mut seen = std::collections::HashSet::new();
        self.found.retain(|violation| seen.insert(violation.to_string()));
        self
    }

    /// The same violations as a server prints them.
    pub(crate) fn printed_by(mut self, server: ServerVersion) -> Self {
        if server < ServerVersion::V1_34 {
            self.found = self.found.into_iter().map(|violation| violation.printed_by(server)).collect();
        }
        self
    }

    /// Sorts by the full message, as upstream does with structural errors.
    pub(crate) fn sort_by_message(&mut self) {
        self.found.sort_by_cached_key(ToString::to_string);
    }
}

/// One message alone, several as `[a, b]` without repetition, as upstream's aggregate prints them.
impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut messages: Vec<String> = Vec::with_capacity(self.found.len());
        let mut seen = std::collections::HashSet::new();
        for message in self.found.iter().map(ToString::to_string) {
            if seen.insert(message.clone()) {
                messages.push(message);
            }
        }
        match messages.as_slice() {
            [only] => f.write_str(only),
            all => write!(f, "[{}]", all.join(", ")),
        }
    }
}

impl std::error::Error for Violations {}

impl Serialize for Violations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.found.serialize(serializer)
    }
}

impl Extend<Violation> for Violations {
    fn extend<I: IntoIterator<Item = Violation>>(&mut self, violations: I) {
        violations.into_iter().for_each(|violation| self.push(violation));
    }
}

impl FromIterator<Violation> for Violations {
    fn from_iter<I: IntoIterator<Item = Violation>>(violations: I) -> Self {
        let mut all = Self::new();
        all.extend(violations);
        all
    }
}

impl IntoIterator for Violations {
    type Item = Violation;
    type IntoIter = std::vec::IntoIter<Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.found.into_iter()
    }
}

impl<'a> IntoIterator for &'a Violations {
    type Item = &'a Violation;
    type IntoIter = std::slice::Iter<'a, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.found.iter()
    }
}
