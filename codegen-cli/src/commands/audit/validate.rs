//! What one object would lose, and why it would be refused.

use std::collections::BTreeSet;

use crd_schema::path::{FieldPathBuf, PathStep};
use crd_schema::serve::{Decoded, Rejection};
use crd_schema::{ServedVersion, Violation};
use serde_json::{Map, Value};

/// How many bytes of paths one object may report: each path below a long key repeats the key.
const MOST_TEXT: usize = 16 << 20;

/// Strings that are the same for objects with the same trouble.
#[derive(Default)]
pub(super) struct Validated {
    pub(super) lost: BTreeSet<String>,
    pub(super) refused: BTreeSet<String>,
    /// What a client would be warned of.
    pub(super) warned: BTreeSet<String>,
}

/// The object as if it were created, and its status as if it were written then; or as if it took the place of `old`.
pub(super) fn validate(version: &ServedVersion, old: Option<&Value>, object: Value) -> Validated {
    let decoded = match version.decode(object) {
        Ok(decoded) => decoded,
        Err(rejection) => {
            let warned = version.deprecation_warning().map(str::to_owned).into_iter().collect();
            return Validated { lost: BTreeSet::new(), refused: reasons(&rejection).collect(), warned };
        }
    };
    let mut warned: BTreeSet<_> = decoded.warnings.iter().map(|text| general(text)).collect();
    let mut length = 0_usize;
    let is_reported = |text: &String| {
        length = length.saturating_add(text.len());
        length <= MOST_TEXT
    };
    let lost = decoded.removed.iter().map(folded).take_while(is_reported).collect();
    let refused = match old {
        Some(old) => of_update(version, old, decoded, &mut warned),
        None => of_create(version, decoded, &mut warned),
    };
    Validated { lost, refused, warned }
}

fn of_create(version: &ServedVersion, decoded: Decoded, warned: &mut BTreeSet<String>) -> BTreeSet<String> {
    let mut refused: BTreeSet<_> = status_reasons(version, &decoded.object).into_iter().collect();
    match version.create_decoded(decoded) {
        Ok(created) => warned.extend(created.warnings.iter().map(|text| general(text))),
        Err(rejection) => refused.extend(reasons(&rejection)),
    }
    refused
}

/// The object and its status, each as if it were written.
fn of_update(
    version: &ServedVersion,
    old: &Value,
    decoded: Decoded,
    warned: &mut BTreeSet<String>,
) -> BTreeSet<String> {
    let stored = match version.read(old.clone()) {
        Ok(stored) => stored,
        Err(error) => return reasons(&error.into()).collect(),
    };
    let of_status = version.update_status_decoded(&stored, decoded.clone());
    let mut refused = BTreeSet::new();
    for outcome in [of_status, version.update_decoded(&stored, decoded)] {
        match outcome {
            Ok(updated) => warned.extend(updated.warnings.iter().map(|text| general(text))),
            Err(rejection) => refused.extend(reasons(&rejection)),
        }
    }
    refused
}

/// A warning without the UIDs of the object.
fn general(warning: &str) -> String {
    let uids = "; duplicate UID(s) observed: ";
    warning.split_once(uids).map_or(warning, |(text, _)| text).to_owned()
}

fn reasons(rejection: &Rejection) -> Box<dyn Iterator<Item = String> + '_> {
    match rejection {
        Rejection::Invalid(violations) => Box::new(violations.iter().map(reason)),
        other => Box::new(std::iter::once(other.to_string())),
    }
}

/// A create request takes the status away, so the status is validated as one that was not there before.
fn status_reasons(version: &ServedVersion, object: &Value) -> Vec<String> {
    let Some(status) = object.get("status") else { return Vec::new() };
    // The rest of the object, which may be large, has no say in what is said of the status.
    let field = |name: &str| Some((name.to_owned(), object.get(name)?.clone()));
    let before: Map<_, _> = ["apiVersion", "kind", "metadata"].into_iter().filter_map(field).collect();
    let mut after = before.clone();
    after.insert("status".to_owned(), status.clone());
    let found = version.validate_status_update(&before.into(), &after.into());
    // Servers before 1.31 leave `status` out of its paths.
    let of_status = |violation: &Violation| {
        let first = violation.path().steps().first().copied();
        let is_of_the_rest = |name: &str| matches!(name, "apiVersion" | "kind" | "metadata");
        !matches!(first, Some(PathStep::Property(name)) if is_of_the_rest(name))
    };
    found.iter().filter(|found| of_status(found)).map(reason).collect()
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
