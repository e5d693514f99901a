//! Two files of one definition as a server would have them when the one replaces the other.
//!
//! Knows nothing of: rules.

use std::collections::BTreeMap;

use super::Finding;
use crate::violation::Cause;
use crate::wire::{CrdCondition, CrdStatus, CustomResourceDefinition, ObjectMeta};

/// What `kubectl apply` keeps of the file that it was last given.
const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";
const ESTABLISHED: &str = "Established";

/// The new definition as it is sent.
pub(super) fn applied(new: &CustomResourceDefinition) -> CustomResourceDefinition {
    let mut new = new.clone();
    without_system_fields(new.metadata.get_or_insert_default());
    new
}

/// The old definition as it is stored.
pub(super) fn stored(old: &CustomResourceDefinition) -> CustomResourceDefinition {
    let is_assumed = takes_for_established(old);
    let mut old = old.clone();
    without_system_fields(old.metadata.get_or_insert_default());
    if is_assumed {
        let established = CrdCondition {
            type_: Some(ESTABLISHED.to_owned()),
            status: Some("True".to_owned()),
            ..CrdCondition::default()
        };
        let status: &mut CrdStatus = old.status.get_or_insert_default();
        status.conditions.get_or_insert_default().push(established);
    }
    old
}

/// Whether [`lint_update`](crate::lint::lint_update) takes a definition for established although it does not say so: its status has no
/// word on it, as in a file of a repository.
///
/// ```
/// use crd_schema::lint::takes_for_established;
/// use crd_schema::CustomResourceDefinition;
/// use serde_json::json;
///
/// let file: CustomResourceDefinition = serde_json::from_value(json!({"metadata": {"name": "a"}}))?;
/// assert!(takes_for_established(&file));
/// let refused: CustomResourceDefinition = serde_json::from_value(json!({
///     "status": {"conditions": [{"type": "Established", "status": "False"}]},
/// }))?;
/// assert!(!takes_for_established(&refused));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn takes_for_established(old: &CustomResourceDefinition) -> bool {
    let mut conditions = old.status.iter().flat_map(|status| status.conditions.iter().flatten());
    !conditions.any(|condition| condition.type_.as_deref() == Some(ESTABLISHED))
}

/// A server and kubectl write these; a client that sends none of them changes none of them.
fn without_system_fields(metadata: &mut ObjectMeta) {
    metadata.uid = None;
    metadata.generation = None;
    metadata.creation_timestamp = None;
    metadata.deletion_timestamp = None;
    metadata.deletion_grace_period_seconds = None;
    metadata.managed_fields = None;
    metadata.self_link = None;
    // An update must name the object that it was made of.
    metadata.resource_version = Some("1".to_owned());
    if let Some(annotations) = &mut metadata.annotations {
        let annotations: &mut BTreeMap<_, _> = annotations;
        annotations.remove(LAST_APPLIED);
    }
}

/// Scope and kind stay once a definition is established.
pub(super) fn say_what_is_assumed(finding: &mut Finding) {
    let path = finding.server.as_ref().map(|violation| violation.path().to_string());
    if !matches!(path.as_deref(), Some("spec.scope" | "spec.names.kind"))
        || !finding.is_caused_by(Cause::Immutable)
    {
        return;
    }
    let help = finding.help.take().unwrap_or_default();
    finding.help = Some(format!("{help} (the old definition has no status, and is taken for established)"));
}
