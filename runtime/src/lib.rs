//! Kubernetes structural schemas.

mod admission;
mod canonical;
mod compiled;
mod convert;
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
mod schema;
mod served;
mod status;
mod violation;
mod wire;
#[cfg(feature = "yaml")]
pub mod yaml;

pub use admission::{Canonicalised, DecodeError, canonicalise, prune_resource};
pub use canonical::CanonicalObject;
pub use compiled::CompiledSchema;
pub use convert::structural_schema;
pub use defaulting::{apply_defaults, drop_nulls};
pub use lint::{Finding, Severity, lint};
pub use mutability::check_mutability;
pub use path::{FieldPath, FieldPathBuf, PathStep, PathStyle};
#[cfg(feature = "validate")]
pub use pattern::{Pattern, PatternError, PatternLimit};
pub use prune::{Scope, Semantics, prune};
pub use schema::*;
pub use served::{Rejection, ServeError, ServedVersion};
pub use status::Status;
pub use violation::{ErrorKind, Violation, Violations};
pub use wire::*;
