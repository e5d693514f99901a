//! Server-side apply: objects are merged by the types of their schema, and every field has managers.
//!
//! [`FieldManager`] merges what is applied and keeps `metadata.managedFields`, as a server does between the request and
//! admission. [`FieldSet`] is what one manager owns.
//!
//! Source: `apimachinery pkg/util/managedfields`; `structured-merge-diff`.
//!
//! Knows nothing of: HTTP, stores, validation of values.

mod cap;
mod conflict;
mod error;
mod last_applied;
mod managed;
mod manager;
mod merge;
mod path;
mod request;
mod scale;
mod schema;
mod set;
mod times;
mod typed;
mod value;
mod versions;
mod write;

pub use error::ApplyError;
pub use manager::FieldManager;
pub use merge::Conflicts;
pub use path::{FieldsError, PathElement};
pub use request::{Subresource, WriteRequest};
pub use scale::ScaleManagers;
pub use set::FieldSet;
pub use times::keep_times;
pub use versions::StatusSubresource;
