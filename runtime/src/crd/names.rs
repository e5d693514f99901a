//! What a server says about the names of a resource and its columns.
//!
//! In the order of upstream, with the paths of a CRD of one version: upstream moves what is equal in all versions
//! to the top level before it looks (`pkg/apis/apiextensions/v1/conversion.go`).

use serde_json::Value;

use super::dns;
use crate::path::{FieldPath, PathStyle};
use crate::violation::{Violation, Violations};
use crate::wire::{CrdNames, CrdSpec, PrinterColumn};

const COLUMN_TYPES: [&str; 5] = ["boolean", "date", "integer", "number", "string"];
const COLUMN_FORMATS: [&str; 8] =
    ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

/// The checks in front of the schema's.
pub(super) fn check(name: &str, spec: &CrdSpec, found: &mut Violations) {
    let path = FieldPath::ROOT.property("metadata");
    let path = path.property("name");
    found.extend(dns::subdomain_1123(name).into_iter().map(|reason| invalid(&path, name, reason)));

    let spec_path = FieldPath::ROOT.property("spec");
    group(text(spec.group.as_ref()), &spec_path.property("group"), found);
    versions(spec, &spec_path, found);
    if let Some(names) = &spec.names {
        let path = spec_path.property("names");
        required_names(names, &path, found);
        well_formed_names(names, &path, found);
    }
}

fn group(group: &str, path: &FieldPath<'_>, found: &mut Violations) {
    let reasons = dns::subdomain_1123(group);
    if group.is_empty() {
        found.push(required(path, ""));
    } else if !reasons.is_empty() {
        found.push(invalid(path, group, reasons.join(",")));
    } else if !group.contains('.') {
        found.push(invalid(path, group, "should be a domain with at least one dot"));
    }
}

/// **Quirk**: the name of the first version is judged twice, for the internal type has it twice.
fn versions(spec: &CrdSpec, path: &FieldPath<'_>, found: &mut Violations) {
    let versions = path.property("versions");
    for (index, version) in spec.versions.iter().flatten().enumerate() {
        let item = versions.index(index);
        label(text(version.name.as_ref()), &item.property("name"), found);
    }
    let first = spec.versions.iter().flatten().next().and_then(|version| version.name.as_deref());
    if let Some(name) = first.filter(|name| !name.is_empty()) {
        label(name, &path.property("version"), found);
    }
}

fn required_names(names: &CrdNames, path: &FieldPath<'_>, found: &mut Violations) {
    let members = [
        ("plural", &names.plural),
        ("singular", &names.singular),
        ("kind", &names.kind),
        ("listKind", &names.list_kind),
    ];
    for (member, _) in members.into_iter().filter(|(_, name)| text(name.as_ref()).is_empty()) {
        found.push(required(&path.property(member), ""));
    }
}

fn well_formed_names(names: &CrdNames, path: &FieldPath<'_>, found: &mut Violations) {
    for (member, name) in [("plural", &names.plural), ("singular", &names.singular)] {
        if let Some(name) = name.as_deref().filter(|name| !name.is_empty()) {
            label(name, &path.property(member), found);
        }
    }
    for (member, name) in [("kind", &names.kind), ("listKind", &names.list_kind)] {
        if let Some(name) = name.as_deref().filter(|name| !name.is_empty()) {
            mixed_case_label(name, &path.property(member), found);
        }
    }
    let list = path.property("shortNames");
    for (index, name) in names.short_names.iter().flatten().enumerate() {
        label(name, &list.index(index), found);
    }
    let kind = text(names.kind.as_ref());
    if !kind.is_empty() && kind == text(names.list_kind.as_ref()) {
        found.push(invalid(&path.property("listKind"), kind, "kind and listKind may not be the same"));
    }
    let list = path.property("categories");
    for (index, name) in names.categories.iter().flatten().enumerate() {
        label(name, &list.index(index), found);
    }
}

fn label(name: &str, path: &FieldPath<'_>, found: &mut Violations) {
    let reasons = dns::label_1035(name);
    if !reasons.is_empty() {
        found.push(invalid(path, name, reasons.join(",")));
    }
}

fn mixed_case_label(name: &str, path: &FieldPath<'_>, found: &mut Violations) {
    let reasons = dns::label_1035(&name.to_lowercase());
    if !reasons.is_empty() {
        let detail = format!("may have mixed case, but should otherwise match: {}", reasons.join(","));
        found.push(invalid(path, name, detail));
    }
}

/// The columns of the only version, which upstream judges after the schema.
pub(super) fn check_columns(columns: &[PrinterColumn], found: &mut Violations) {
    let spec = FieldPath::ROOT.property("spec");
    let list = spec.property("additionalPrinterColumns");
    for (index, shown) in columns.iter().enumerate() {
        column(shown, &list.index(index), found);
    }
}

fn column(column: &PrinterColumn, path: &FieldPath<'_>, found: &mut Violations) {
    if text(column.name.as_ref()).is_empty() {
        found.push(required(&path.property("name"), ""));
    }
    let type_ = text(column.type_.as_ref());
    let detail = format!("must be one of {}", COLUMN_TYPES.join(","));
    if type_.is_empty() {
        found.push(required(&path.property("type"), &detail));
    } else if !COLUMN_TYPES.contains(&type_) {
        found.push(invalid(&path.property("type"), type_, detail));
    }
    let format = text(column.format.as_ref());
    if !format.is_empty() && !COLUMN_FORMATS.contains(&format) {
        let detail = format!("must be one of {}", COLUMN_FORMATS.join(","));
        found.push(invalid(&path.property("format"), format, detail));
    }
    let (json_path, path) = (text(column.json_path.as_ref()), path.property("JSONPath"));
    if json_path.is_empty() {
        found.push(required(&path, ""));
    } else if !json_path.starts_with('.') {
        found.push(invalid(&path, json_path, "must be a simple json path starting with ."));
    }
}

fn text(member: Option<&String>) -> &str {
    member.map_or("", String::as_str)
}

fn required(path: &FieldPath<'_>, detail: &str) -> Violation {
    Violation::required(path.to_owned(PathStyle::Bracketed), detail)
}

fn invalid(path: &FieldPath<'_>, value: &str, detail: impl Into<String>) -> Violation {
    Violation::invalid(path.to_owned(PathStyle::Bracketed), Value::from(value), detail)
}
