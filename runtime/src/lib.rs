//! Kubernetes structural schemas.

mod go_text;
mod number;
mod path;
mod status;
mod violation;
mod wire;

pub use path::{FieldPath, FieldPathBuf, PathStep, PathStyle};
pub use status::Status;
pub use violation::{ErrorKind, Violation, Violations};
pub use wire::*;
