//! The two updates that undo `self == oldSelf`, as `cargo run -p database --bin two-updates` shows them.
//!
//! A test sends the same updates to a real API server, with the plain rule and with the rules that `#[immutable]` becomes.

use serde_json::{Value, json};

/// The encoding that is stored, and the one that an update asks for.
pub const UPDATES: [(Option<&str>, Option<&str>); 3] =
    [(Some("UTF8"), Some("LATIN1")), (Some("UTF8"), None), (None, Some("LATIN1"))];

/// A database with or without an encoding.
pub fn database(encoding: Option<&str>) -> Value {
    let mut database = json!({
        "apiVersion": "postgresql.cnpg.io/v1",
        "kind": "Database",
        "metadata": {"name": "app"},
        "spec": {"cluster": {"name": "main"}, "name": "app", "owner": "app"},
    });
    if let Some(encoding) = encoding {
        database["spec"]["encoding"] = encoding.into();
    }
    database
}

/// Whether a server accepts an update of a field whose rule is `self == oldSelf`: it runs the rule only where the field is in
/// both objects (`apiextensions-apiserver pkg/apiserver/schema/cel/validation.go`).
pub fn plain_rule_accepts(old: Option<&str>, new: Option<&str>) -> bool {
    old.zip(new).is_none_or(|(old, new)| old == new)
}
