//! Custom resource definitions.
//!
//! Source: `pkg/apis/apiextensions/v1/types.go`, `defaults.go` and `pkg/apis/apiextensions/validation/validation.go`.
//!
//! Knows nothing of: objects, actions, files.

mod definition;
mod dns;
mod names;
mod resource;
mod root;

#[cfg(feature = "yaml")]
pub use definition::CrdYamlError;
#[cfg(feature = "build")]
pub(crate) use definition::assemble;
pub use definition::{Definition, definition_of};
pub use resource::{CustomResourceExt, definition};
