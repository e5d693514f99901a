//! What a value is as a list or an object, whatever it is.

use serde_json::{Map, Value};

/// The items of a list; null and others have none.
pub(super) fn items(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Whether neither object has a field.
pub(super) fn are_empty(old: Option<&Map<String, Value>>, new: Option<&Map<String, Value>>) -> bool {
    [old, new].into_iter().flatten().all(Map::is_empty)
}

/// The fields of an object; null and others are none.
pub(super) fn object(value: Option<&Value>) -> Option<&Map<String, Value>> {
    value.and_then(Value::as_object)
}
