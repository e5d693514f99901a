//! The metadata of the definition.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`; `apiserver pkg/registry/rest/update.go`, `BeforeUpdate`.
//!
//! Knows nothing of: `spec`, beyond the name that follows from it.

use super::error::{PlacedErrors, or_empty};
use crate::names::{Name, subdomain_name};
use crate::object_meta::rules::{self, Kind, Scope};
use crate::path::FieldPath;
use crate::server_version::ServerVersion;
use crate::wire::ObjectMeta;

/// What is wrong with the metadata of a new definition, whose name must be `wanted`.
pub(super) fn create(
    metadata: &ObjectMeta,
    wanted: &str,
    server: ServerVersion,
    path: &FieldPath<'_>,
    found: &mut PlacedErrors,
) {
    // The server has counted it before it looks.
    let metadata = ObjectMeta { generation: Some(1), ..metadata.clone() };
    let reasons = |name: Name<'_>| {
        let mut reasons = subdomain_name(name);
        if name.text() != wanted {
            reasons.push("must be spec.names.plural+\".\"+spec.group".to_owned());
        }
        reasons
    };
    found.extend(rules::create(&metadata, &Kind { server, scope: Scope::Cluster, name: &reasons }, path));
}

/// What is wrong with the metadata of a changed definition.
pub(super) fn update(
    new: &ObjectMeta,
    old: &ObjectMeta,
    server: ServerVersion,
    path: &FieldPath<'_>,
    found: &mut PlacedErrors,
) {
    found.extend(rules::update(&carried_over(new, old), old, server, path));
}

/// What the server itself carries over from the old object cannot be wrong: generation, creation time, and uid and the
/// marks of deletion where the new object has none.
fn carried_over(new: &ObjectMeta, old: &ObjectMeta) -> ObjectMeta {
    let mut carried = new.clone();
    carried.generation = old.generation;
    carried.creation_timestamp.clone_from(&old.creation_timestamp);
    if or_empty(new.uid.as_ref()).is_empty() {
        carried.uid.clone_from(&old.uid);
    }
    if old.deletion_timestamp.is_some() {
        carried.deletion_timestamp.clone_from(&old.deletion_timestamp);
    }
    carried.deletion_grace_period_seconds =
        new.deletion_grace_period_seconds.or(old.deletion_grace_period_seconds);
    carried
}
