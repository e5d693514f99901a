//! Custom resource definitions: made of types, published, lowered, validated as a server does.
//!
//! Source: `pkg/apis/apiextensions/v1/types.go`, `defaults.go` and `pkg/apis/apiextensions/validation/validation.go`.
//!
//! Knows nothing of: objects, actions, files.

mod aliases;
mod allows;
mod checks;
#[cfg(feature = "serve")]
mod costs;
mod definition;
mod facets;
mod foreign;
pub(crate) mod loss;
mod lowered;
#[cfg(feature = "serve")]
pub(crate) mod needs;
mod parts;
mod pitfalls;
pub(crate) mod places;
mod policy;
pub(crate) mod resource;
#[cfg(feature = "lint")]
pub(crate) mod size;
mod unbound;
#[cfg(feature = "lint")]
pub mod v1beta1;
#[cfg(feature = "lint")]
pub(crate) mod validation;
mod version;
#[cfg(feature = "lint")]
mod whole;
#[cfg(not(feature = "lint"))]
#[path = "unvalidated.rs"]
mod whole;

#[cfg(feature = "serve")]
pub use costs::definition_costs;
#[cfg(feature = "yaml")]
pub use definition::CrdYamlError;
pub use definition::{Definition, definition_of};
#[cfg(feature = "lint")]
pub(crate) use lowered::{conversion_of, served_versions, structural_versions};
pub use lowered::{lower_definition, lower_definition_allowing};
pub use policy::{AdmissionPolicy, admission_policy};
pub use resource::{CustomResourceExt, definition};
#[cfg(feature = "lint")]
pub(crate) use unbound::{Conversion, markers, unbound};
#[cfg(feature = "lint")]
pub use validation::{CrdValidator, crd_warnings, default_crd, validate_crd, validate_crd_update};
pub use version::{Version, combine};

pub use crate::allow::Allow;
pub use crate::lowering::{LoweredRule, Lowering, Note};
pub use crate::publish::{Profile, Published, Unfold, publish, unfold};
