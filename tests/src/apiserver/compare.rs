//! What the runtime says beside what the server does.

use std::collections::BTreeMap;

use crd_schema::ServedVersion;
use crd_schema::serve::{DecodeError, Decoded, Rejection};
use serde_json::Value;

use super::client::Answer;
use super::object::without_server_metadata;

/// What the runtime says about a request.
#[derive(Debug)]
pub enum Outcome {
    /// It is stored like this, and these paths are unknown.
    Stored(Value, Vec<String>),
    /// It cannot be read, for any of these reasons: the server gives the first that it meets.
    Undecodable(Vec<String>),
    /// It is not valid, and these paths are unknown.
    Invalid(Vec<Cause>, Vec<String>),
}

impl Outcome {
    /// Decodes an object and writes it; `name` is that of the object.
    pub fn new(
        served: &ServedVersion,
        name: &str,
        object: Value,
        write: impl FnOnce(Decoded) -> Result<crd_schema::serve::Outcome, Rejection>,
    ) -> Self {
        let decoded = match served.decode(object) {
            Ok(decoded) => decoded,
            Err(rejection) => return Self::refused(served, name, &rejection, Vec::new()),
        };
        let unknown = decoded.removed.iter().map(ToString::to_string).collect();
        match write(decoded) {
            Ok(stored) => Self::Stored(without_server_metadata(stored.object.into_value()), unknown),
            Err(rejection) => Self::refused(served, name, &rejection, unknown),
        }
    }

    fn refused(served: &ServedVersion, name: &str, rejection: &Rejection, unknown: Vec<String>) -> Self {
        match rejection {
            Rejection::Undecodable(DecodeError::Fields(violations)) => {
                Self::Undecodable(violations.iter().map(ToString::to_string).collect())
            }
            Rejection::Undecodable(error) => Self::Undecodable(vec![error.to_string()]),
            rejection => {
                let status = serde_json::to_value(served.status(name, rejection));
                Self::Invalid(causes(&status.unwrap_or_default()), unknown)
            }
        }
    }
}

/// Everything in which the server's answer is not what the runtime says; `validation` is how the server was asked to
/// treat unknown fields.
pub fn differences(ours: &Outcome, answer: &Answer, validation: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut expect = |what: &str, ours: String, server: String| {
        if ours != server {
            found.push(format!("{what}\n      runtime {ours}\n      server  {server}"));
        }
    };
    match ours {
        Outcome::Stored(_, unknown) | Outcome::Invalid(_, unknown)
            if validation == "Strict" && !unknown.is_empty() =>
        {
            expect("code", "400".to_owned(), answer.code.to_string());
            let said = message(answer);
            let strict = said.split_once("strict decoding error: ").map_or("", |(_, errors)| errors);
            expect("strict errors", unknown_fields(unknown).join(", "), strict.to_owned());
        }
        Outcome::Stored(..) if answer.code >= 300 => {
            expect("verdict", "stored".to_owned(), format!("{} {}", answer.code, message(answer)));
        }
        Outcome::Stored(object, unknown) => {
            let stored = comparable(without_server_metadata(answer.body.clone()));
            expect("object", comparable(object.clone()).to_string(), stored.to_string());
            // Upstream gives up a warning with control characters (`apimachinery pkg/util/net/http.go`).
            let said = unknown_fields(unknown).into_iter();
            let said: Vec<_> =
                said.filter(|text| validation == "Warn" && !text.contains(char::is_control)).collect();
            // A version may be deprecated, too.
            let warned = answer.warnings.iter().filter(|warning| warning.starts_with("unknown field"));
            expect("warnings", said.join("; "), warned.cloned().collect::<Vec<_>>().join("; "));
        }
        Outcome::Undecodable(ours) => {
            expect("code", "400".to_owned(), answer.code.to_string());
            let said = message(answer);
            let why = said.split_once(" cannot be handled as a ").and_then(|(_, rest)| rest.split_once(": "));
            let why = why.map_or(said.as_str(), |(_, why)| why);
            if !ours.iter().any(|ours| ours == why) {
                expect("message", ours.join(", "), said);
            }
        }
        Outcome::Invalid(ours, _) => {
            expect("code", "422".to_owned(), answer.code.to_string());
            found.extend(alone(ours, &causes(&answer.body)));
        }
    }
    found
}

/// Fields in order, whatever `serde_json` keeps; and Go writes floats below 1e21 in full: what does not fit into an
/// int64 is the float that it is written for.
pub(super) fn comparable(value: Value) -> Value {
    match value {
        Value::Number(number) if !number.is_i64() => number.as_f64().into(),
        Value::Array(items) => items.into_iter().map(comparable).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter().map(|(name, property)| (name, comparable(property)));
            fields.collect::<BTreeMap<_, _>>().into_iter().collect()
        }
        other => other,
    }
}

fn unknown_fields(paths: &[String]) -> Vec<String> {
    paths.iter().map(|path| format!("unknown field \"{path}\"")).collect()
}

fn message(answer: &Answer) -> String {
    answer.body["message"].as_str().unwrap_or_default().to_owned()
}

/// A cause of a refusal; the value that upstream prints in front of the detail is left out, for a rule that stands on a
/// struct or a list prints another one than a marker does.
#[derive(Debug)]
pub struct Cause {
    reason: String,
    field: String,
    detail: String,
}

impl Cause {
    /// A rule can only name a place that it can reach: it may stand above the field that a marker names.
    fn is_like(&self, other: &Self) -> bool {
        let below = |field: &str, above: &str| {
            field.strip_prefix(above).is_some_and(|rest| rest.starts_with(['.', '[']))
        };
        let same = self.field == other.field && self.detail == other.detail;
        let placed = below(&self.field, &other.field) || below(&other.field, &self.field);
        self.reason == other.reason && (same || placed)
    }
}

fn causes(status: &Value) -> Vec<Cause> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let cause = |cause: &Value| {
        let message = text(&cause["message"]);
        let detail = message.rsplit(": ").next().unwrap_or_default().to_owned();
        Cause { reason: text(&cause["reason"]), field: text(&cause["field"]), detail }
    };
    status["details"]["causes"].as_array().into_iter().flatten().map(cause).collect()
}

/// The causes of one side that the other side does not have.
fn alone(ours: &[Cause], server: &[Cause]) -> Vec<String> {
    let mut found = Vec::new();
    for (side, causes, others) in [("runtime", ours, server), ("server", server, ours)] {
        let alone = causes.iter().filter(|cause| !others.iter().any(|other| cause.is_like(other)));
        found.extend(alone.map(|cause| {
            format!(
                "only the {side}: {} {}: {}, the other {others:?}",
                cause.reason, cause.field, cause.detail
            )
        }));
    }
    found
}
