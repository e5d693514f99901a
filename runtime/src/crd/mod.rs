//! Custom resource definitions.
//!
//! Source: `pkg/apis/apiextensions/v1/types.go`, `defaults.go` and `pkg/apis/apiextensions/validation/validation.go`.
//!
//! Knows nothing of: objects, actions, files.

mod aliases;
mod costs;
mod definition;
mod loss;
mod lowered;
mod parts;
mod pitfalls;
mod policy;
mod resource;
mod size;
pub mod v1beta1;
pub(crate) mod validation;
mod version;

pub use costs::definition_costs;
#[cfg(feature = "yaml")]
pub use definition::CrdYamlError;
pub use definition::{Definition, definition_of};
pub use lowered::lower_definition;
pub use policy::{AdmissionPolicy, admission_policy};
pub use resource::{CustomResourceExt, definition};
pub use validation::{crd_warnings, default_crd, validate_crd, validate_crd_update};
pub use version::{Version, combine};
