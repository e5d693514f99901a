//! What generated code may name. Nothing here is public: it changes with any release.

#[cfg(feature = "schemars-1")]
pub use schemars;
pub use serde;
pub use std::borrow::Cow;

#[cfg(feature = "kube-5")]
pub use crate::bridge::kube::root as kube;
#[cfg(feature = "schemars-1")]
pub use crate::bridge::schemars::{schema_for, schema_of};
#[cfg(not(feature = "serve"))]
pub use crate::crd::Serve;
pub use crate::describe::guard;
pub use crate::types::root;

use serde::Serialize;
use serde_json::Value;

use crate::describe::{Facet, FieldDesc, TypeDesc};

/// A member that must be there unless its type says otherwise.
pub const fn member(name: &'static str, type_: &'static TypeDesc) -> FieldDesc {
    told(name, "", type_)
}

/// A member with a text that must be there unless its type says otherwise.
pub const fn told(name: &'static str, text: &'static str, type_: &'static TypeDesc) -> FieldDesc {
    FieldDesc { name, text, type_, required: !guard::is_optional(type_), ..FieldDesc::EMPTY }
}

/// What is wanted: the text of its type is that of the whole object, so the member needs none beside it.
pub const fn spec(type_: &'static TypeDesc) -> FieldDesc {
    FieldDesc { name: "spec", type_, required: true, facets: &[Facet::Description("")], ..FieldDesc::EMPTY }
}

/// The default of a type, as the server would fill it in.
///
/// # Errors
/// The value cannot be written as JSON.
pub fn default_value<T: Default + Serialize>() -> Result<Value, serde_json::Error> {
    to_value(&T::default())
}

/// A value as the server would fill it in.
///
/// # Errors
/// The value cannot be written as JSON.
pub fn to_value<T: Serialize>(value: &T) -> Result<Value, serde_json::Error> {
    serde_json::to_value(value)
}
