//! CloudNativePG's `Database` (`postgresql.cnpg.io/v1`) as Rust types.
//!
//! The published definition writes by hand, twelve times over, a CEL rule, a message and the name of the field in it:
//! what `CREATE DATABASE` decides once must not change later. Here each of the twelve is the word `#[immutable]`.
//! `cargo run -p database` prints the definition in both profiles; `crds/` has the one for clusters.
//!
//! Spec and status have the fields, types, enums, defaults and required fields of the published definition; a test
//! compares them, and reads all published samples, where `CRD_CORPUS` names a corpus. Three things differ, and each
//! narrows:
//!
//! * **Optional immutable fields are really immutable.** `self == oldSelf` on a field is only validated when old and
//!   new have it, so with the published definition `encoding` can be added later, removed, and so changed in
//!   two steps. [`#[immutable]`](crd_schema::CrdSchema) means that it neither comes nor goes.
//! * `connectionLimit` is an integer of 32 bits, as it is in PostgreSQL.
//! * Names that must not be empty say `minLength: 1` instead of a CEL rule.
//!
//! What depends on another field stays a rule, for no schema can say it; and such a rule asks whether the other
//! field is there, where the published ones fail with `no such key`.
//!
//! ```
//! use crd_schema::CustomResourceExt as _;
//! use database::Database;
//!
//! let served = Database::served()?;
//! let database = |encoding: &str| serde_json::json!({
//!     "apiVersion": "postgresql.cnpg.io/v1",
//!     "kind": "Database",
//!     "metadata": {"name": "app"},
//!     "spec": {"cluster": {"name": "main"}, "name": "app", "owner": "app", "encoding": encoding},
//! });
//! let stored = served.create(database("UTF8"))?;
//! let refused = served.update(stored.object.value(), database("LATIN1")).unwrap_err();
//! assert_eq!(refused.to_string(), r#"spec.encoding: Invalid value: "LATIN1": field is immutable"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod objects;
mod spec;
mod status;
pub mod two_updates;

pub use objects::{
    Ensure, Extension, ForeignDataWrapper, ForeignServer, ObjectOption, Schema, Usage, UsageType,
};
pub use spec::{ClusterReference, Database, DatabaseSpec, ReclaimPolicy};
pub use status::{DatabaseStatus, ObjectStatus};
