//! JSON merge patches (RFC 7386).

use serde_json::{Map, Value};

/// Changes `target` as `patch` says: null removes, objects merge, all else replaces.
///
/// It recurs as deep as the patch, which the parser bounds.
pub(crate) fn merge(target: &mut Value, patch: Value) {
    let Value::Object(patch) = patch else {
        *target = patch;
        return;
    };
    if !target.is_object() {
        *target = Map::new().into();
    }
    let Some(fields) = target.as_object_mut() else { return };
    for (name, value) in patch {
        if value.is_null() {
            fields.remove(&name);
        } else {
            merge(fields.entry(name).or_insert(Value::Null), value);
        }
    }
}
