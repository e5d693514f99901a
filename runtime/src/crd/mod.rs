//! Custom resource definitions.
//!
//! Source: `pkg/apis/apiextensions/v1/types.go`, `defaults.go` and `pkg/apis/apiextensions/validation/validation.go`.
//!
//! Knows nothing of: objects, actions, files.

mod aliases;
mod definition;
mod loss;
mod parts;
mod resource;
pub(crate) mod validation;
mod version;

#[cfg(feature = "yaml")]
pub use definition::CrdYamlError;
pub use definition::{Definition, definition_of};
pub use resource::{CustomResourceExt, definition};
pub use validation::{crd_warnings, default_crd, validate_crd, validate_crd_update};
pub use version::{Version, combine};
