//! Who owns an object, and who wrote it.
//!
//! Source: `apimachinery pkg/api/validation/objectmeta.go`, `ValidateOwnerReferences`;
//! `pkg/apis/meta/v1/validation/validation.go`, `ValidateManagedFields`.
//!
//! Knows nothing of: the rest of the metadata.

use serde_json::{Value, json};

use crate::field_error::{invalid, invalid_repeated, invalid_struct, not_supported, required, too_long};
use crate::go_text;
use crate::path::FieldPath;
use crate::server_version::ServerVersion;
use crate::violation::{Violation, Violations};
use crate::wire::{ManagedFieldsEntry, OwnerReference, or_empty};

const MANAGER_LIMIT: usize = 128;
const SUBRESOURCE_LIMIT: usize = 256;

pub(super) fn check(
    owners: &[OwnerReference],
    server: ServerVersion,
    path: &FieldPath<'_>,
    found: &mut Violations,
) {
    let mut controller: Option<String> = None;
    for (index, owner) in owners.iter().enumerate() {
        if server >= ServerVersion::V1_37 {
            reference(owner, &path.index(index), found);
        } else {
            // Quirk: which of the owners is invalid is not reported.
            reference_before_1_37(owner, server, path, found);
        }
        if owner.controller != Some(true) {
            continue;
        }
        let name = format!("{}/{}", or_empty(owner.kind.as_ref()), or_empty(owner.name.as_ref()));
        match &controller {
            None => controller = Some(name),
            Some(first) => {
                let detail = format!(
                    "Only one reference can have Controller set to true. Found \"true\" in references for {first} \
                     and {name}"
                );
                found.push(invalid_owners(path, owners, detail));
            }
        }
    }
}

fn reference(owner: &OwnerReference, path: &FieldPath<'_>, found: &mut Violations) {
    let api_version = or_empty(owner.api_version.as_ref());
    if api_version.is_empty() {
        found.push(required(&path.property("apiVersion"), "must not be empty"));
    } else if api_version.ends_with('/') || api_version.matches('/').count() > 1 {
        let detail = "must be <group>/<version> or <version>";
        found.push(invalid(&path.property("apiVersion"), api_version, detail));
    }
    for (field, content) in [("kind", &owner.kind), ("name", &owner.name), ("uid", &owner.uid)] {
        if or_empty(content.as_ref()).is_empty() {
            found.push(required(&path.property(field), "must not be empty"));
        }
    }
    found.extend(banned(owner, path));
}

fn reference_before_1_37(
    owner: &OwnerReference,
    server: ServerVersion,
    path: &FieldPath<'_>,
    found: &mut Violations,
) {
    let api_version = or_empty(owner.api_version.as_ref());
    if api_version.is_empty() || api_version.ends_with('/') || api_version.matches('/').count() > 1 {
        found.push(invalid(&path.property("apiVersion"), api_version, "version must not be empty"));
    }
    for (field, content) in [("kind", &owner.kind), ("name", &owner.name), ("uid", &owner.uid)] {
        if or_empty(content.as_ref()).is_empty() {
            let subject = if server < ServerVersion::V1_34 { format!("{field} ") } else { String::new() };
            found.push(invalid(&path.property(field), "", format!("{subject}must not be empty")));
        }
    }
    found.extend(banned(owner, path));
}

fn banned(owner: &OwnerReference, path: &FieldPath<'_>) -> Option<Violation> {
    let api_version = or_empty(owner.api_version.as_ref());
    let is_event = api_version.strip_prefix('/').unwrap_or(api_version) == "v1"
        && or_empty(owner.kind.as_ref()) == "Event";
    let detail = "/v1, Kind=Event is disallowed from being an owner";
    is_event.then(|| invalid(path, value(owner), detail).of_struct(printed(owner), go_syntax(owner)))
}

/// How much of the owners is repeated with each controller too many: upstream's share the list, ours would copy it.
const REPEATED_LIMIT: usize = 4;

fn invalid_owners(path: &FieldPath<'_>, owners: &[OwnerReference], detail: String) -> Violation {
    if owners.len() > REPEATED_LIMIT {
        return invalid_struct(path, detail);
    }
    let strings: Vec<_> = owners.iter().map(printed).collect();
    let older: Vec<_> = owners.iter().map(go_syntax).collect();
    let values: Vec<_> = owners.iter().map(value).collect();
    let older = format!("[]v1.OwnerReference{{{}}}", older.join(", "));
    invalid(path, values, detail).of_struct(format!("[{}]", strings.join(",")), older)
}

/// The owner in Go syntax. Go prints the addresses of the flags, which nobody can foretell.
fn go_syntax(owner: &OwnerReference) -> String {
    let strings = [&owner.api_version, &owner.kind, &owner.name, &owner.uid];
    let [api_version, kind, name, uid] = strings.map(|field| go_text::quoted(or_empty(field.as_ref())));
    let flag = |flag: Option<bool>| if flag.is_some() { "(*bool)(0x0)" } else { "(*bool)(nil)" };
    let (controller, block) = (flag(owner.controller), flag(owner.block_owner_deletion));
    format!(
        "v1.OwnerReference{{APIVersion:{api_version}, Kind:{kind}, Name:{name}, UID:{uid}, \
         Controller:{controller}, BlockOwnerDeletion:{block}}}"
    )
}

fn value(owner: &OwnerReference) -> Value {
    serde_json::to_value(owner).unwrap_or_default()
}

/// The owner in the order of Go's struct.
fn printed(owner: &OwnerReference) -> String {
    let strings = [&owner.api_version, &owner.kind, &owner.name, &owner.uid];
    let [api_version, kind, name, uid] =
        strings.map(|field| go_text::Json(&json!(or_empty(field.as_ref()))).to_string());
    let flag =
        |name: &str, flag: Option<bool>| flag.map_or(String::new(), |flag| format!(",\"{name}\":{flag}"));
    let controller = flag("controller", owner.controller);
    let block = flag("blockOwnerDeletion", owner.block_owner_deletion);
    format!(
        "{{\"apiVersion\":{api_version},\"kind\":{kind},\"name\":{name},\"uid\":{uid}{controller}{block}}}"
    )
}

pub(super) fn managed_fields(
    entries: &[ManagedFieldsEntry],
    server: ServerVersion,
    list: &FieldPath<'_>,
    found: &mut Violations,
) {
    for (index, entry) in entries.iter().enumerate() {
        let path = list.index(index);
        match or_empty(entry.operation.as_ref()) {
            "Apply" | "Update" => {}
            other if server < ServerVersion::V1_37 => {
                let detail = "must be `Apply` or `Update`";
                found.push(invalid(&path.property("operation"), other, detail).of_pointer());
            }
            "" => found.push(required(&path.property("operation"), "must not be empty")),
            other => {
                let path = path.property("operation");
                found.push(not_supported(&path, other, &["Apply", "Update"]).of_pointer());
            }
        }
        let fields_type = or_empty(entry.fields_type.as_ref());
        if !fields_type.is_empty() && fields_type != "FieldsV1" {
            found.push(invalid(&path.property("fieldsType"), fields_type, "must be `FieldsV1`"));
        }
        manager(or_empty(entry.manager.as_ref()), server, &path.property("manager"), found);
        let subresource = or_empty(entry.subresource.as_ref());
        if subresource.len() > SUBRESOURCE_LIMIT {
            found.push(too_long(&path.property("subresource"), SUBRESOURCE_LIMIT, server));
        }
    }
}

fn manager(manager: &str, server: ServerVersion, path: &FieldPath<'_>, found: &mut Violations) {
    if manager.len() > MANAGER_LIMIT {
        found.push(too_long(path, MANAGER_LIMIT, server));
    }
    for (position, c) in manager.char_indices().filter(|(_, c)| !go_text::is_print(*c)) {
        let detail = format!("invalid character U+{:04X} (at position {position})", u32::from(c));
        found.push(invalid_repeated(path, manager, detail));
    }
}
