//! Conditions of CRDs.
//!
//! Source: `apiextensions-apiserver pkg/apis/apiextensions/helpers.go`, `SetCRDCondition`.

use serde_json::{Map, Value, json};

use crate::clock::Clock;

/// What a condition says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    kind: &'static str,
    status: &'static str,
    reason: String,
    message: String,
}

pub(super) fn new(kind: &'static str, holds: bool, reason: &str, message: &str) -> Condition {
    let status = if holds { "True" } else { "False" };
    Condition { kind, status, reason: reason.to_owned(), message: message.to_owned() }
}

/// The condition of a kind.
pub(super) fn find<'o>(object: &'o Value, kind: &str) -> Option<&'o Value> {
    let conditions = object.pointer("/status/conditions").and_then(Value::as_array);
    conditions
        .into_iter()
        .flatten()
        .find(|condition| condition.get("type").and_then(Value::as_str) == Some(kind))
}

/// Whether the condition of a kind is true.
pub(super) fn holds(object: &Value, kind: &str) -> bool {
    find(object, kind).and_then(|condition| condition.get("status")).and_then(Value::as_str) == Some("True")
}

/// Whether the object says just this.
pub(super) fn is(object: &Value, condition: &Condition) -> bool {
    let text = |name| find(object, condition.kind).and_then(|found| found.get(name)).and_then(Value::as_str);
    text("status") == Some(condition.status)
        && text("reason") == Some(&condition.reason)
        && text("message") == Some(&condition.message)
}

/// Adds a condition, or changes it; only a new status has a new time.
pub(super) fn set(object: &mut Value, condition: &Condition, clock: &Clock) {
    let old = find(object, condition.kind);
    let same = old.filter(|old| old.get("status").and_then(Value::as_str) == Some(condition.status));
    let since = same.and_then(|old| old.get("lastTransitionTime")).cloned();
    let made = json!({
        "type": condition.kind,
        "status": condition.status,
        "lastTransitionTime": since.unwrap_or_else(|| clock.stamp().into()),
        "reason": condition.reason,
        "message": condition.message,
    });
    let Some(fields) = object.as_object_mut() else { return };
    let status = fields.entry("status").or_insert_with(|| Map::new().into());
    let Some(status) = status.as_object_mut() else { return };
    let conditions = status.entry("conditions").or_insert(Value::Null);
    if !conditions.is_array() {
        *conditions = json!([]);
    }
    let Some(conditions) = conditions.as_array_mut() else { return };
    match conditions.iter_mut().find(|old| old.get("type").and_then(Value::as_str) == Some(condition.kind)) {
        Some(old) => *old = made,
        None => conditions.push(made),
    }
}
