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
    let mut warnings = Warnings::of(new);
    if let Some(old) = old.map(Warnings::of) {
        let before: HashSet<_> = old.formats.into_iter().map(|warning| warning.text).collect();
        warnings.formats.retain(|warning| !before.contains(&warning.text));
        warnings.sets.retain(|text, _| !old.sets.contains_key(text));
    }
    let Warnings { mut formats, sets } = warnings;
    formats.extend(sets.into_iter().map(|(text, at)| Warning { text, at }));
    formats
}

/// What there is to say of one definition.
#[derive(Default)]
struct Warnings {
    /// **Quirk**: a format is told as often as it occurs.
    formats: Vec<Warning>,
    /// Each text once, sorted, with the first place.
    sets: BTreeMap<String, FieldPathBuf>,
}

impl Warnings {
    fn of(spec: &CrdSpec) -> Self {
        let mut warnings = Self::default();
        visit_schemas(&Spec::new(spec), &mut |props, path| {
            warnings.unknown_format(props, path);
            warnings.set_of_structures(props, path);
        });
        warnings
    }

    fn unknown_format(&mut self, props: &JsonSchemaProps, path: &FieldPath<'_>) {
        let format = text(props.format.as_ref());
        if !format.is_empty() && !is_known(format, text(props.type_.as_ref())) {
            let text = format!("unrecognized format {}", quoted(format));
            self.formats.push(Warning { text, at: place::written(&owned(&path.property("format"))) });
        }
    }

    fn set_of_structures(&mut self, props: &JsonSchemaProps, path: &FieldPath<'_>) {
        let items = items(props).filter(|_| props.list_type.as_deref() == Some("set"));
        let type_ = items.map_or("", |items| text(items.type_.as_ref()));
        if matches!(type_, "object" | "array") {
            let text = format!(
                "x-kubernetes-list-type: set for items of type \"{type_}\" is not supported by server-side apply or \
                 CEL validation rules"
            );
            let path = path.property("x-kubernetes-list-type");
            self.sets.entry(text).or_insert_with(|| place::written(&owned(&path)));
        }
    }
}

fn is_known(format: &str, type_: &str) -> bool {
    match type_ {
        "" | "string" => TEXT_FORMATS.contains(&format.replace('-', "").as_str()),
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
