//! What a server itself writes into an object before it is judged.
//!
//! Source: `apiserver pkg/registry/rest/{create,update,meta}.go`; `PrepareForCreate` and `PrepareForUpdate` in
//! `pkg/registry/customresource/{strategy,status_strategy}.go`.
//!
//! Knows nothing of: schemas.

use serde_json::{Map, Value};

/// Gives an object a member of another one, or takes it away.
pub(super) fn take_member(object: &mut Value, name: &str, value: Option<&Value>) {
    let Some(members) = object.as_object_mut() else { return };
    match value {
        Some(value) => drop(members.insert(name.to_owned(), value.clone())),
        None => drop(members.remove(name)),
    }
}

/// Takes away what the client has no say in.
pub(super) fn wipe<'n>(object: &mut Value, members: impl IntoIterator<Item = &'n str>) {
    let Some(metadata) = metadata_mut(object) else { return };
    for member in members {
        metadata.remove(member);
    }
}

/// Takes members of the metadata out, to be put back.
pub(super) fn take<'n>(object: &mut Value, members: &[&'n str]) -> Vec<(&'n str, Value)> {
    let Some(metadata) = metadata_mut(object) else { return Vec::new() };
    members.iter().filter_map(|member| Some((*member, metadata.remove(*member)?))).collect()
}

/// Gives the metadata, where there is any, members.
pub(super) fn put<'n>(object: &mut Value, members: impl IntoIterator<Item = (&'n str, Value)>) {
    for (name, value) in members {
        set(object, name, value);
    }
}

/// What a request cannot change.
///
/// **Quirk**: `1` and `1.0` are a change, though storage will not tell them apart.
pub(super) fn carry_over(old: &Value, new: &mut Value) {
    let generation = metadata(old, "generation").and_then(Value::as_i64).unwrap_or(0);
    let changed = i64::from(!same_content(old, new));
    set(new, "generation", generation.saturating_add(changed).into());
    for always in ["creationTimestamp", "deletionTimestamp"] {
        if let Some(value) = metadata(old, always) {
            set(new, always, value.clone());
        }
    }
    for unless_given in ["uid", "deletionGracePeriodSeconds"] {
        if let (Some(value), None) = (metadata(old, unless_given), metadata(new, unless_given)) {
            set(new, unless_given, value.clone());
        }
    }
}

pub(super) fn metadata<'o>(object: &'o Value, name: &str) -> Option<&'o Value> {
    object.get("metadata")?.get(name)
}

/// Gives the metadata, where there is any, a member.
pub(super) fn set(object: &mut Value, name: &str, value: Value) {
    if let Some(metadata) = metadata_mut(object) {
        metadata.insert(name.to_owned(), value);
    }
}

pub(super) fn metadata_mut(object: &mut Value) -> Option<&mut Map<String, Value>> {
    object.get_mut("metadata").and_then(Value::as_object_mut)
}

/// Whether two objects are the same but for their metadata.
fn same_content(one: &Value, other: &Value) -> bool {
    let content = |object: &Value| -> usize {
        let members = object.as_object().into_iter().flatten();
        members.filter(|(name, _)| *name != "metadata").count()
    };
    let mut members = one.as_object().into_iter().flatten().filter(|(name, _)| *name != "metadata");
    content(one) == content(other) && members.all(|(name, value)| other.get(name) == Some(value))
}
