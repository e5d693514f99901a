//! Who owns the definition, and who wrote it.
//!
//! Source: `apimachinery pkg/api/validation/objectmeta.go`, `ValidateOwnerReferences`;
//! `pkg/apis/meta/v1/validation/validation.go`, `ValidateManagedFields`.
//!
//! Knows nothing of: the definition.

use super::fault::{Faults, invalid, invalid_repeated, invalid_struct, not_supported, owned, required, text};
use crate::go_text;
use crate::path::FieldPath;
use crate::violation::{ErrorKind, Violation};
use crate::wire::{ManagedFieldsEntry, OwnerReference};

const MANAGER_LIMIT: usize = 128;
const SUBRESOURCE_LIMIT: usize = 256;

pub(super) fn check(owners: &[OwnerReference], path: &FieldPath<'_>, found: &mut Faults) {
    let mut controller: Option<String> = None;
    for (index, owner) in owners.iter().enumerate() {
        reference(owner, &path.index(index), found);
        if owner.controller != Some(true) {
            continue;
        }
        let name = format!("{}/{}", text(owner.kind.as_ref()), text(owner.name.as_ref()));
        match &controller {
            None => controller = Some(name),
            Some(first) => {
                let detail = format!(
                    "Only one reference can have Controller set to true. Found \"true\" in references for {first} \
                     and {name}"
                );
                found.push(invalid_struct(path, detail));
            }
        }
    }
}

fn reference(owner: &OwnerReference, path: &FieldPath<'_>, found: &mut Faults) {
    let api_version = text(owner.api_version.as_ref());
    if api_version.is_empty() {
        found.push(required(&path.property("apiVersion"), "must not be empty"));
    } else if api_version.ends_with('/') || api_version.matches('/').count() > 1 {
        let detail = "must be <group>/<version> or <version>";
        found.push(invalid(&path.property("apiVersion"), api_version, detail));
    }
    for (member, content) in [("kind", &owner.kind), ("name", &owner.name), ("uid", &owner.uid)] {
        if text(content.as_ref()).is_empty() {
            found.push(required(&path.property(member), "must not be empty"));
        }
    }
    if api_version.strip_prefix('/').unwrap_or(api_version) == "v1" && text(owner.kind.as_ref()) == "Event" {
        found.push(invalid_struct(path, "/v1, Kind=Event is disallowed from being an owner"));
    }
}

/// `path` is that of the metadata.
pub(super) fn managed_fields(entries: &[ManagedFieldsEntry], path: &FieldPath<'_>, found: &mut Faults) {
    let list = path.property("managedFields");
    for (index, entry) in entries.iter().enumerate() {
        let path = list.index(index);
        match text(entry.operation.as_ref()) {
            "" => found.push(required(&path.property("operation"), "must not be empty")),
            "Apply" | "Update" => {}
            other => found.push(not_supported(&path.property("operation"), other, &["Apply", "Update"])),
        }
        let fields_type = text(entry.fields_type.as_ref());
        if !fields_type.is_empty() && fields_type != "FieldsV1" {
            found.push(invalid(&path.property("fieldsType"), fields_type, "must be `FieldsV1`"));
        }
        manager(text(entry.manager.as_ref()), &path.property("manager"), found);
        let subresource = text(entry.subresource.as_ref());
        found.extend(too_long(subresource, SUBRESOURCE_LIMIT, &path.property("subresource")));
    }
}

fn manager(manager: &str, path: &FieldPath<'_>, found: &mut Faults) {
    found.extend(too_long(manager, MANAGER_LIMIT, path));
    for (position, c) in manager.char_indices().filter(|(_, c)| !go_text::is_print(*c)) {
        let detail = format!("invalid character U+{:04X} (at position {position})", u32::from(c));
        found.push(invalid_repeated(path, manager, detail));
    }
}

fn too_long(text: &str, limit: usize, path: &FieldPath<'_>) -> Option<Violation> {
    let detail = format!("may not be more than {limit} bytes");
    (text.len() > limit).then(|| Violation::new(ErrorKind::TooLong, owned(path), None, detail))
}
