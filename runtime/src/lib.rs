//! Kubernetes structural schemas.

mod canonical;
mod compiled;
mod convert;
mod defaulting;
pub mod describe;
mod go_text;
mod limits;
mod mutability;
mod number;
#[cfg_attr(
    not(test),
    allow(dead_code),
    expect(unused_imports, reason = "called once the order of the steps is there")
)]
mod object_meta;
mod path;
mod pattern;
mod prune;
mod schema;
mod status;
mod violation;
mod wire;
#[cfg(feature = "yaml")]
pub mod yaml;

pub use canonical::CanonicalObject;
pub use compiled::CompiledSchema;
pub use convert::structural_schema;
pub use defaulting::{apply_defaults, drop_nulls};
pub use mutability::check_mutability;
pub use path::{FieldPath, FieldPathBuf, PathStep, PathStyle};
pub use prune::{Scope, Semantics, prune};
pub use schema::*;
pub use status::Status;
pub use violation::{ErrorKind, Violation, Violations};
pub use wire::*;
