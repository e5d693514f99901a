//! What a server itself writes into an object before it is validated.
//!
//! Source: `apiserver pkg/registry/rest/{create,update,meta}.go`; `PrepareForCreate` and `PrepareForUpdate` in
//! `pkg/registry/customresource/{strategy,status_strategy}.go`.
//!
//! Knows nothing of: schemas.

use serde_json::{Map, Value};

/// Which manager owns which field.
pub(super) const MANAGED_FIELDS: &str = "managedFields";

/// Gives an object a field of another one, or takes it away.
pub(super) fn take_field(object: &mut Value, name: &str, value: Option<&Value>) {
    let Some(fields) = object.as_object_mut() else { return };
    match value {
        Some(value) => drop(fields.insert(name.to_owned(), value.clone())),
        None => drop(fields.remove(name)),
    }
}

/// Takes away what the client has no say in.
pub(super) fn wipe<'n>(object: &mut Value, fields: impl IntoIterator<Item = &'n str>) {
    let Some(metadata) = metadata_mut(object) else { return };
    for field in fields {
        metadata.remove(field);
    }
}

/// Takes fields of the metadata out, to be put back.
pub(super) fn take<'n>(object: &mut Value, fields: &[&'n str]) -> Vec<(&'n str, Value)> {
    let Some(metadata) = metadata_mut(object) else { return Vec::new() };
    fields.iter().filter_map(|field| Some((*field, metadata.remove(*field)?))).collect()
}

/// Gives the metadata, where there is any, fields.
pub(super) fn put<'n>(object: &mut Value, fields: impl IntoIterator<Item = (&'n str, Value)>) {
    for (name, value) in fields {
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

/// Gives the metadata, where there is any, a field.
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
        let fields = object.as_object().into_iter().flatten();
        fields.filter(|(name, _)| *name != "metadata").count()
    };
    let mut fields = one.as_object().into_iter().flatten().filter(|(name, _)| *name != "metadata");
    content(one) == content(other) && fields.all(|(name, value)| other.get(name) == Some(value))
}
