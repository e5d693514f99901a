//! What the derive knows of a type, as `const` data.
//!
//! The derive emits literals of these types and nothing that loops; one interpreter turns them into schemas.
//!
//! Knows nothing of: any other module of this crate.

mod resource;

pub use resource::{ColumnDesc, ResourceDesc, Scope};
