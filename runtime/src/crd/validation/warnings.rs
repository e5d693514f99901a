//! What a server takes, but warns of.
//!
//! Source: `pkg/registry/customresourcedefinition/strategy.go`, `pkg/apiserver/validation/formats.go`.
//!
//! Knows nothing of: errors.

use std::collections::{BTreeMap, HashSet};

use super::fault::{owned, text};
use super::internal::Spec;
use super::place;
use super::walk::{items, visit};
use crate::go_text::quoted;
use crate::path::{FieldPath, FieldPathBuf};
use crate::wire::{CrdSpec, JsonSchemaProps};

/// Formats of texts that servers of 1.34 and later know, dashes left out as upstream does.
const TEXT_FORMATS: [&str; 26] = [
    "bsonobjectid",
    "uri",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "cidr",
    "mac",
    "uuid",
    "uuid3",
    "uuid4",
    "uuid5",
    "isbn",
    "isbn10",
    "isbn13",
    "creditcard",
    "ssn",
    "hexcolor",
    "rgbcolor",
    "byte",
    "password",
    "date",
    "duration",
    "datetime",
    "k8sshortname",
    "k8slongname",
];

/// A warning, and where in the file it stands.
pub(crate) struct Warning {
    pub(crate) text: String,
    pub(crate) at: FieldPathBuf,
}

/// The warnings of a definition; those that the old one had already are left out.
pub(super) fn of(new: &CrdSpec, old: Option<&CrdSpec>) -> Vec<Warning> {
    let mut formats = unknown_formats(&Spec::new(new));
    let mut sets = sets_of_structures(&Spec::new(new));
    if let Some(old) = old.map(Spec::new) {
        let before: HashSet<_> = unknown_formats(&old).into_iter().map(|warning| warning.text).collect();
        formats.retain(|warning| !before.contains(&warning.text));
        let before = sets_of_structures(&old);
        sets.retain(|text, _| !before.contains_key(text));
    }
    formats.extend(sets.into_iter().map(|(text, at)| Warning { text, at }));
    formats
}

/// **Quirk**: a format is told as often as it occurs.
fn unknown_formats(spec: &Spec<'_>) -> Vec<Warning> {
    let mut found = Vec::new();
    visit_schemas(spec, &mut |props, path| {
        let format = text(props.format.as_ref());
        if !format.is_empty() && !is_known(format, text(props.type_.as_ref())) {
            let text = format!("unrecognized format {}", quoted(format));
            found.push(Warning { text, at: place::written(&owned(&path.property("format"))) });
        }
    });
    found
}

fn is_known(format: &str, type_: &str) -> bool {
    match type_ {
        "" | "string" => TEXT_FORMATS.contains(&format.replace('-', "").as_str()),
        "integer" => matches!(format, "int32" | "int64"),
        "number" => matches!(format, "float" | "double"),
        _ => false,
    }
}

/// Each text once, sorted, with the first place.
fn sets_of_structures(spec: &Spec<'_>) -> BTreeMap<String, FieldPathBuf> {
    let mut found = BTreeMap::new();
    visit_schemas(spec, &mut |props, path| {
        let items = items(props).filter(|_| props.list_type.as_deref() == Some("set"));
        let type_ = items.map_or("", |items| text(items.type_.as_ref()));
        if matches!(type_, "object" | "array") {
            let text = format!(
                "x-kubernetes-list-type: set for items of type \"{type_}\" is not supported by server-side apply or \
                 CEL validation rules"
            );
            let path = path.property("x-kubernetes-list-type");
            found.entry(text).or_insert_with(|| place::written(&owned(&path)));
        }
    });
    found
}

fn visit_schemas(spec: &Spec<'_>, visit_node: &mut dyn FnMut(&JsonSchemaProps, &FieldPath<'_>)) {
    let root = FieldPath::ROOT.property("spec");
    if let Some(props) = spec.shared.schema() {
        let path = root.property("validation");
        visit(props, &path.property("openAPIV3Schema"), visit_node);
    }
    let versions = root.property("versions");
    for (index, version) in spec.versions.iter().enumerate() {
        if let Some(props) = version.own.schema() {
            let path = versions.index(index);
            let path = path.property("schema");
            visit(props, &path.property("openAPIV3Schema"), visit_node);
        }
    }
}
