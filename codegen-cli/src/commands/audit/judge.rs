//! What one object would lose, and why it would be refused.

use std::collections::BTreeSet;

use crd_schema::{Decoded, FieldPathBuf, PathStep, Rejection, ServedVersion, Violation};
use serde_json::Value;

/// Texts that are the same for objects with the same trouble.
#[derive(Default)]
pub(super) struct Judged {
    pub(super) lost: BTreeSet<String>,
    pub(super) refused: BTreeSet<String>,
}

/// The object as if it were created, and its status as if it were written then.
pub(super) fn judge(version: &ServedVersion, object: Value) -> Judged {
    let decoded = match version.decode(object) {
        Ok(decoded) => decoded,
        Err(rejection) => return Judged { lost: BTreeSet::new(), refused: reasons(&rejection).collect() },
    };
    let lost = decoded.removed.iter().map(folded).collect();
    let mut refused: BTreeSet<_> = status_reasons(version, &decoded).collect();
    if let Err(rejection) = version.create_decoded(decoded) {
        refused.extend(reasons(&rejection));
    }
    Judged { lost, refused }
}

fn reasons(rejection: &Rejection) -> Box<dyn Iterator<Item = String> + '_> {
    match rejection {
        Rejection::Invalid(violations) => Box::new(violations.iter().map(reason)),
        other => Box::new(std::iter::once(other.to_string())),
    }
}

/// A create request takes the status away, so the status is judged as one that was not there before.
fn status_reasons(version: &ServedVersion, decoded: &Decoded) -> impl Iterator<Item = String> {
    let mut before = decoded.object.clone();
    let status = before.as_object_mut().and_then(|members| members.remove("status"));
    let found = status.map(|_| version.validate_status_update(&before, &decoded.object));
    let of_status = |violation: &Violation| {
        let path = violation.path().to_string();
        path.starts_with("status") || path.starts_with(".status")
    };
    let found: Vec<_> = found.iter().flatten().filter(|found| of_status(found)).map(reason).collect();
    found.into_iter()
}

/// A violation without what is peculiar to the object.
fn reason(violation: &Violation) -> String {
    let (path, body) = (violation.path(), violation.body());
    let title = body.split(": ").next().unwrap_or_default();
    let mut detail = violation.detail().replace(&path.to_string(), &folded(path));
    if let Some(Value::String(value)) = violation.value().filter(|value| !is_type(value)) {
        detail = detail.replace(&format!("{value:?}"), "…");
    }
    // Quirk: of a number that its format does not hold, the path stands in the text alone (`validate/values.go`).
    if path.steps().is_empty() {
        detail = without_positions(&detail);
    }
    let parting = if detail.is_empty() { "" } else { ": " };
    format!("{}: {title}{parting}{detail}", folded(path))
}

/// Where a type is wrong, the value is the name of the type that was found.
fn is_type(value: &Value) -> bool {
    let types = ["array", "boolean", "integer", "null", "number", "object", "string"];
    value.as_str().is_some_and(|value| types.contains(&value))
}

/// A path without the positions in lists and the keys of maps.
fn folded(path: &FieldPathBuf) -> String {
    let mut text = String::new();
    if path.steps().is_empty() {
        return path.to_string();
    }
    for step in path.steps() {
        match step {
            PathStep::Index(_) => text.push_str("[]"),
            PathStep::Key(_) => text.push_str("{}"),
            PathStep::Property(name) if text.is_empty() => text.push_str(name),
            PathStep::Property(name) => text.extend([".", name]),
            _ => text.push_str(".?"),
        }
    }
    text
}

/// The text with `[]` for the position of each item.
fn without_positions(text: &str) -> String {
    let mut pieces = text.split('[');
    let mut folded = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let digits = piece.bytes().take_while(u8::is_ascii_digit).count();
        let rest = piece.get(digits..).filter(|rest| digits > 0 && rest.starts_with(']'));
        folded.extend(["[", rest.unwrap_or(piece)]);
    }
    folded
}
