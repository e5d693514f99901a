//! Kubernetes structural schemas.

mod convert;
mod crd;
pub mod describe;
mod go_text;
mod number;
mod path;
mod pattern;
mod publish;
mod schema;
mod status;
mod violation;
mod wire;
#[cfg(feature = "yaml")]
pub mod yaml;

pub use convert::structural_schema;
#[cfg(feature = "yaml")]
pub use crd::CrdYamlError;
pub use crd::{Definition, definition_of};
pub use path::{FieldPath, FieldPathBuf, PathStep, PathStyle};
pub use publish::{Note, Profile, Published, publish};
pub use schema::*;
pub use status::Status;
pub use violation::{ErrorKind, Violation, Violations};
pub use wire::*;
