//! Custom resource definitions.
//!
//! Source: `pkg/apis/apiextensions/v1/types.go`, `defaults.go` and `pkg/apis/apiextensions/validation/validation.go`.
//!
//! Knows nothing of: objects, actions, files.

mod definition;
mod dns;
mod names;
mod root;

#[cfg(feature = "build")]
pub(crate) use definition::assemble;
#[cfg(feature = "yaml")]
pub use definition::CrdYamlError;
pub use definition::{Definition, definition_of};
