//! Revisions as clients write them.
//!
//! Source: `apiserver pkg/storage/api_object_versioner.go`, `pkg/storage/cacher/cacher.go`.

use crd_schema_go::quote::quoted;

use crate::failure::Failure;
use crate::request::parse_uint;
use crate::store::Store;

/// A revision; 0 where there is none.
///
/// # Errors
/// The text is not a number.
pub(crate) fn parse(text: &str) -> Result<u64, String> {
    if text.is_empty() { Ok(0) } else { parse_uint(text) }
}

/// The error of a revision that is not a number.
pub(crate) fn invalid(text: &str, why: &str) -> String {
    format!("resourceVersion: Invalid value: {}: {why}", quoted(text))
}

/// A client that has seen a revision wants nothing older.
///
/// # Errors
/// Nobody has written the revision yet, or it is not a number.
pub(crate) async fn check_not_newer(store: &dyn Store, text: &str) -> Result<(), Failure> {
    let asked = parse(text).map_err(|why| Failure::of_storage(&invalid(text, &why)))?;
    let current = store.revision().await?;
    if asked > current { Err(Failure::too_large_revision(asked, current)) } else { Ok(()) }
}
