//! What the API server does with the metadata of a resource and of the resources embedded in it.
//!
//! `metadata` is decoded into `ObjectMeta` and written back, which removes unknown members and whatever is empty.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/schema/objectmeta/{coerce,algorithm}.go`.
//!
//! Knows nothing of: other actions; whether names and labels are well-formed.

mod coerce;
mod decode;
mod members;
mod root;
mod time;

pub(crate) use coerce::{coerce_embedded, coerce_embedded_below};
pub(crate) use root::coerce_root;

use serde_json::Value;
use thiserror::Error;

use crate::path::{FieldPath, FieldPathBuf};
use crate::violation::Violation;

/// Why metadata cannot be read, in Go's words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub(crate) struct DecodeFailure {
    message: String,
}

/// Decodes metadata and writes it back: known members only, empty members gone, as storage would return it.
///
/// `path` is that of `metadata` itself. Unknown members are reported in upstream's order, at most
/// [`decode::UNKNOWN_LIMIT`] of them.
///
/// # Errors
/// `Invalid` with the whole metadata as its value; nothing has been changed or reported then.
pub(crate) fn round_trip(
    metadata: &mut Value,
    path: &FieldPath<'_>,
    unknown: &mut Vec<FieldPathBuf>,
) -> Result<(), Violation> {
    decode::replace(metadata, path, unknown)
        .map_err(|failure| Violation::invalid(decode::owned(path), metadata.clone(), failure.message))
}

#[cfg(test)]
mod tests;
