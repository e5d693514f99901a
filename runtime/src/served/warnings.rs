//! What a server warns of when it stores an object.
//!
//! Source: `generateWarningsFromObj` in `pkg/registry/customresource/strategy.go`, `validateKubeFinalizerName` in
//! `validator.go`.
//!
//! Knows nothing of: schemas.

use std::collections::BTreeSet;

use serde_json::Value;

use super::prepare;
use crate::go_text::quoted;
use crate::names::qualified_name;
use crate::server_version::ServerVersion;

/// Those that Kubernetes itself knows need no domain.
const STANDARD: [&str; 3] = ["orphan", "foregroundDeletion", "kubernetes"];

/// What is said of the finalizers that `old` does not have.
pub(super) fn of_finalizers(new: &Value, old: Option<&Value>, server: ServerVersion) -> Vec<String> {
    let before = old.map(finalizers).unwrap_or_default();
    let added = finalizers(new).into_iter().filter(|finalizer| !before.contains(finalizer));
    added.flat_map(|finalizer| of_finalizer(finalizer, server)).collect()
}

fn finalizers(object: &Value) -> BTreeSet<&str> {
    let all = prepare::metadata(object, "finalizers").and_then(Value::as_array);
    all.into_iter().flatten().filter_map(Value::as_str).collect()
}

fn of_finalizer(finalizer: &str, server: ServerVersion) -> Vec<String> {
    let mut said = qualified_name(finalizer, server);
    if !finalizer.contains('/') && !STANDARD.contains(&finalizer) {
        let names_a_domain = finalizer.contains('.') && server >= ServerVersion::V1_32;
        let path = if names_a_domain { " including a path (/)" } else { "" };
        said.push(format!(
            "prefer a domain-qualified finalizer name{path} to avoid accidental conflicts with other finalizer writers"
        ));
    }
    said.into_iter().map(|message| format!("metadata.finalizers: {}: {message}", quoted(finalizer))).collect()
}
