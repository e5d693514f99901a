//! What becomes a structural schema: the schema of a CRD, any JSON Schema, the description of a derived type.
//!
//! Source: `pkg/apiserver/schema/convert.go`, `kubeopenapi.go`.
//!
//! Knows nothing of: objects, actions.

mod from_describe;
mod from_json_schema;
mod from_wire;
mod merge;
mod nested;
mod null;
mod to_wire;

use std::collections::BTreeMap;

pub use from_describe::{Descriptions, from_description};
pub use from_json_schema::from_json_schema;
pub use from_wire::structural_schema;
#[cfg(feature = "lint")]
pub(crate) use from_wire::{Converted, convert, first_unsupported};

/// A map by name. `collect` would sort them first, and to build a sort for each kind of field takes long.
pub(crate) fn by_name<T>(entries: impl IntoIterator<Item = (String, T)>) -> BTreeMap<String, T> {
    let mut map = BTreeMap::new();
    map.extend(entries);
    map
}
