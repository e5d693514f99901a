//! Kubernetes structural schemas.

mod convert;
pub mod describe;
mod go_text;
mod number;
mod path;
mod pattern;
mod schema;
mod status;
mod violation;
mod wire;
#[cfg(feature = "yaml")]
pub mod yaml;

pub use convert::structural_schema;
pub use path::{FieldPath, FieldPathBuf, PathStep, PathStyle};
pub use schema::*;
pub use status::Status;
pub use violation::{ErrorKind, Violation, Violations};
pub use wire::*;
