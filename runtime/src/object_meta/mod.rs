//! What the API server does with the metadata of a resource and of the resources embedded in it.
//!
//! `metadata` is decoded into `ObjectMeta` and written back, which removes unknown fields and whatever is empty.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/schema/objectmeta/{coerce,algorithm,validation}.go`.
//!
//!
//! Knows nothing of: other actions.

mod coerce;
mod decode;
mod embedded;
mod fields;
mod root;
pub(crate) mod rules;

#[cfg(feature = "lint")]
pub(crate) use coerce::coerce_embedded_below;
pub(crate) use coerce::{coerce_embedded, coerce_resource_below};
pub(crate) use embedded::check_embedded_below;
pub use embedded::check_embedded_resources;
#[cfg(feature = "lint")]
pub(crate) use embedded::check_resource_below;
pub(crate) use root::coerce_root;

use serde_json::Value;
use thiserror::Error;

use crate::path::{FieldPath, FieldPathBuf};
use crate::violation::Violation;
use crate::wire::ObjectMeta;

/// Why metadata cannot be read, in Go's words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub(crate) struct DecodeFailure {
    message: String,
}

/// What becomes of metadata that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Malformed {
    /// The object is refused, as in a request.
    Refuse,
    /// It is left out, as in what comes from storage.
    Drop,
}

/// Decodes metadata and writes it back: known fields only, empty fields gone, as storage would return it.
///
/// `path` is that of `metadata` itself. Unknown fields are reported in upstream's order, at most
/// [`decode::UNKNOWN_LIMIT`] of them.
///
/// # Errors
/// `Invalid` with the whole metadata as its value; nothing has been changed or reported then.
pub(crate) fn round_trip(
    metadata: &mut Value,
    path: &FieldPath<'_>,
    unknown: &mut Vec<FieldPathBuf>,
) -> Result<(), Violation> {
    decode::replace(metadata, path, Malformed::Refuse, unknown)
        .map_err(|failure| Violation::invalid(decode::owned(path), metadata.clone(), failure.message))
}

/// The metadata of a resource as its type holds it; without any it is empty.
///
/// # Errors
/// `Invalid` with the whole metadata as its value.
pub(crate) fn typed(resource: &Value, path: &FieldPath<'_>) -> Result<ObjectMeta, Violation> {
    let Some(metadata) = resource.get("metadata") else { return Ok(ObjectMeta::default()) };
    decode::typed(metadata)
        .map_err(|failure| Violation::invalid(decode::owned(path), metadata.clone(), failure.message))
}

#[cfg(test)]
mod tests;
