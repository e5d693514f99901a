//! Why a string is not read as JSON.

use super::syntax;
use crate::limits::MAX_DEPTH;

/// Why a string is not read as JSON.
///
/// ```
/// use crd_schema::steps::{CompiledSchema, prune_json};
/// use crd_schema::SchemaBuilder;
///
/// let schema = CompiledSchema::new(&SchemaBuilder::object().build()?);
/// let error = prune_json(&schema, b"{\"a\": tru}").expect_err("no JSON");
/// assert_eq!(error.to_string(), "invalid character '}' in literal true (expecting 'e')");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonError {
    /// It is no JSON; the words are Go's.
    #[error("{0}")]
    Syntax(String),
    /// A number that no float holds; the words are Go's.
    #[error("{0}")]
    Number(String),
    /// A bound of this crate; Kubernetes' own is 10,000 levels.
    #[error("nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
}

impl JsonError {
    /// What Go says of a string that `serde_json` did not read.
    pub(crate) fn of(text: &str, error: &serde_json::Error) -> Self {
        if let Some(words) = syntax::error(text) {
            return Self::Syntax(words);
        }
        match syntax::number_out_of_range(text) {
            Some(words) => Self::Number(words),
            None if error.is_data() => Self::TooDeep,
            None => Self::Syntax(error.to_string()),
        }
    }
}
