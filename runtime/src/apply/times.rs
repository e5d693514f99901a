//! Writes that change nothing but times.
//!
//! Source: `apiserver pkg/endpoints/handlers/fieldmanager/equality.go`.

use serde_json::Value;

use super::managed::{self, Entry};

/// Gives an object the times of the stored one, when nothing else differs, so that a write which changes nothing is none.
///
/// ```
/// use crd_schema::apply::keep_times;
/// use serde_json::json;
///
/// let at = |time: &str, size: u8| json!({"size": size, "metadata": {"managedFields": [{
///     "apiVersion": "example.com/v1", "manager": "alice", "operation": "Apply", "time": time,
/// }]}});
/// let stored = at("2026-01-01T00:00:00Z", 1);
/// let mut same = at("2026-01-01T00:00:01Z", 1);
/// keep_times(&mut same, &stored);
/// assert_eq!(same, stored);
///
/// let mut other = at("2026-01-01T00:00:01Z", 2);
/// keep_times(&mut other, &stored);
/// assert_eq!(other, at("2026-01-01T00:00:01Z", 2));
/// ```
///
/// Source: `IgnoreManagedFieldsTimestampsTransformer`.
pub fn keep_times(object: &mut Value, stored: &Value) {
    let (Some(new), Some(old)) = (managed::entries(object), managed::entries(stored)) else { return };
    let same = new.len() == old.len() && new.iter().zip(&old).all(|(new, old)| new.is_same_but_time(old));
    if new.is_empty() || !same || !same_beside_entries(object, stored) {
        return;
    }
    managed::set_entries(object, Some(old.into_iter().map(Entry::write).collect()));
}

fn same_beside_entries(object: &Value, stored: &Value) -> bool {
    let without = |object: &Value| {
        let mut object = object.clone();
        managed::set_entries(&mut object, None);
        object
    };
    without(object) == without(stored)
}
