//! Kubernetes structural schemas.

#[doc(hidden)]
pub mod __private;
mod admission;
#[cfg(feature = "build")]
pub mod build;
mod canonical;
mod compiled;
mod convert;
mod crd;
mod defaulting;
pub mod describe;
mod go_text;
mod limits;
mod lint;
mod mutability;
mod number;
mod object_meta;
mod path;
mod pattern;
mod prune;
mod publish;
mod schema;
mod served;
mod status;
mod types;
mod violation;
mod wire;
#[cfg(feature = "yaml")]
pub mod yaml;

pub use admission::{Canonicalised, DecodeError, canonicalise, prune_resource};
pub use canonical::CanonicalObject;
pub use compiled::CompiledSchema;
pub use convert::{from_description, structural_schema};
#[cfg(feature = "yaml")]
pub use crd::CrdYamlError;
pub use crd::{
    CustomResourceExt, Definition, crd_warnings, default_crd, definition, definition_of, validate_crd,
    validate_crd_update,
};
/// The trait, and with the feature `derive` the derive.
#[cfg(feature = "derive")]
pub use crd_schema_macros::CrdSchema;
pub use defaulting::{apply_defaults, drop_nulls};
pub use describe::{CrdSchema, CustomResource};
pub use lint::{Finding, Severity, lint, lint_update};
pub use mutability::check_mutability;
pub use path::{FieldPath, FieldPathBuf, PathStep, PathStyle};
pub use prune::{PruneRoot, Semantics, prune};
pub use publish::{Note, Profile, Published, publish};
pub use schema::*;
pub use served::{Rejection, ServeError, ServedVersion};
pub use status::Status;
pub use types::{EmbeddedResource, IntOrString};
pub use violation::{ErrorKind, Violation, Violations};
pub use wire::*;
