//! How an item of a list is named.
//!
//! Source: `structured-merge-diff typed/helpers.go`, `listItemToPathElement`.

use std::sync::Arc;

use serde_json::Value;

use crate::apply::path::PathElement;
use crate::apply::schema::{ListAtom, Relation, Types};
use crate::go_text::quoted;

/// The element of an item, or why it has none.
pub(super) fn element(types: &Types, list: &ListAtom, item: &Value) -> Result<PathElement, String> {
    match &list.relation {
        Relation::Atomic => Err("invalid indexing of non-associative list".to_owned()),
        Relation::Set => set_item(item).map_err(str::to_owned),
        Relation::Keyed(keys) => keyed(types, list, keys, item),
    }
}

fn set_item(item: &Value) -> Result<PathElement, &'static str> {
    match item {
        Value::Object(_) => Err("associative list without keys has an element that's a map type"),
        Value::Array(_) => Err("not supported: associative list with lists as elements"),
        Value::Null => Err("associative list without keys has an element that's an explicit null"),
        scalar => Ok(PathElement::Value(Arc::new(scalar.clone()))),
    }
}

fn keyed(types: &Types, list: &ListAtom, keys: &[String], item: &Value) -> Result<PathElement, String> {
    let fields = match item {
        Value::Object(fields) => fields,
        Value::Null => return Err("associative list with keys may not have a null element".to_owned()),
        _ => return Err("associative list with keys may not have non-map elements".to_owned()),
    };
    let mut found = Vec::new();
    for key in keys {
        let value = match fields.get(key) {
            Some(value) => Some(value),
            None => types.key_default(list.items, key).map_err(|_| {
                format!("couldn't find default value for {key}: associative list may not have non-map types")
            })?,
        };
        found.extend(value.map(|value| (key.clone(), value.clone())));
    }
    if found.is_empty() {
        let keys: Vec<_> = keys.iter().map(|key| quoted(key)).collect();
        return Err(format!(
            "associative list with keys has an element that omits all key fields [{}] (and doesn't have default values for any key fields)",
            keys.join(" "),
        ));
    }
    Ok(PathElement::key(found))
}
