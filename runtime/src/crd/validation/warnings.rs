//! What a server takes, but warns of.
//!
//! Source: `pkg/registry/customresourcedefinition/strategy.go`, `pkg/apiserver/validation/formats.go`.
//!
//! Knows nothing of: errors.

use std::collections::{BTreeMap, HashSet};

use super::error::{or_empty, owned};
use super::internal::Spec;
use super::place;
use super::walk::{items, visit};
use crate::go_text::quoted;
use crate::path::{FieldPath, FieldPathBuf};
use crate::server_version::ServerVersion;
use crate::wire::{CrdSpec, JsonSchemaProps};

/// Formats of strings that servers of 1.35 and later know, dashes left out as upstream does.
const STRING_FORMATS: [&str; 26] = [
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
    pub(crate) message: String,
    pub(crate) at: FieldPathBuf,
    pub(crate) about: About,
}

/// What a warning is about.
pub(crate) enum About {
    /// A format that the server does not check.
    Format(String),
    /// A set of lists or objects.
    Set,
}

/// The warnings of a definition; those that the old one had already are left out.
pub(super) fn of(new: &CrdSpec, old: Option<&CrdSpec>, server: ServerVersion) -> Vec<Warning> {
    let mut warnings = Warnings::of(new, server);
    if let Some(old) = old.map(|old| Warnings::of(old, server)) {
        let before: HashSet<_> = old.formats.into_iter().map(|warning| warning.message).collect();
        warnings.formats.retain(|warning| !before.contains(&warning.message));
        warnings.sets.retain(|message, _| !old.sets.contains_key(message));
    }
    let Warnings { mut formats, sets } = warnings;
    formats.extend(sets.into_iter().map(|(message, at)| Warning { message, at, about: About::Set }));
    formats
}

/// What there is to say of one definition.
#[derive(Default)]
struct Warnings {
    /// **Quirk**: a format is reported as often as it occurs.
    formats: Vec<Warning>,
    /// Each message once, sorted, with the first place.
    sets: BTreeMap<String, FieldPathBuf>,
}

impl Warnings {
    fn of(spec: &CrdSpec, server: ServerVersion) -> Self {
        let mut warnings = Self::default();
        visit_schemas(&Spec::new(spec), &mut |props, path| {
            if server >= ServerVersion::V1_34 {
                warnings.unknown_format(props, server, path);
            }
            if server >= ServerVersion::V1_37 {
                warnings.set_of_structures(props, path);
            }
        });
        warnings
    }

    fn unknown_format(&mut self, props: &JsonSchemaProps, server: ServerVersion, path: &FieldPath<'_>) {
        let (format, type_) = (or_empty(props.format.as_ref()), or_empty(props.type_.as_ref()));
        // Before 1.36 only formats of strings are looked at.
        let is_asked = !format.is_empty() && (type_ == "string" || server >= ServerVersion::V1_36);
        if is_asked && !is_known(format, type_, server) {
            let message = format!("unrecognized format {}", quoted(format));
            let at = place::written(&owned(&path.property("format")));
            self.formats.push(Warning { message, at, about: About::Format(format.to_owned()) });
        }
    }

    fn set_of_structures(&mut self, props: &JsonSchemaProps, path: &FieldPath<'_>) {
        let items = items(props).filter(|_| props.list_type.as_deref() == Some("set"));
        let type_ = items.map_or("", |items| or_empty(items.type_.as_ref()));
        if matches!(type_, "object" | "array") {
            let message = format!(
                "x-kubernetes-list-type: set for items of type \"{type_}\" is not supported by server-side apply or \
                 CEL validation rules"
            );
            let path = path.property("x-kubernetes-list-type");
            self.sets.entry(message).or_insert_with(|| place::written(&owned(&path)));
        }
    }
}

/// **Quirk**: a server trusts the formats of the minor before its own, so that 1.34 warns of those that came with it.
fn is_known(format: &str, type_: &str, server: ServerVersion) -> bool {
    match type_ {
        "" | "string" => {
            let name = format.replace('-', "");
            let is_of_1_34 = matches!(name.as_str(), "k8sshortname" | "k8slongname");
            STRING_FORMATS.contains(&name.as_str()) && !(is_of_1_34 && server < ServerVersion::V1_35)
        }
        "integer" => matches!(format, "int32" | "int64"),
        "number" => matches!(format, "float" | "double"),
        _ => false,
    }
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
