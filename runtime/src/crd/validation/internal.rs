//! A definition as the server sees it while it validates.
//!
//! **Quirk**: v1 is converted to an internal type. What is equal in all versions (always so for one version) moves
//! from the versions to the top, for schema, subresources, columns and selectable fields each on its own
//! (`pkg/apis/apiextensions/v1/conversion.go`).
//!
//! Upstream compares the bytes of defaults, examples and enums there; here values that print alike are alike.
//!
//! Knows nothing of: what is checked.

use super::defaults;
use super::error::or_empty;
use super::walk;
use crate::wire::{
    CrdNames, CrdSpec, CrdSubresources, CrdValidation, CrdVersion, JsonSchemaProps, PrinterColumn,
    ScaleSubresource, SchemaOrArray, SelectableField,
};

/// What a version has, or what all of them share.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Parts<'c> {
    pub(super) validation: Option<&'c CrdValidation>,
    pub(super) subresources: Option<&'c CrdSubresources>,
    pub(super) columns: &'c [PrinterColumn],
    pub(super) selectable_fields: &'c [SelectableField],
}

impl<'c> Parts<'c> {
    fn of(version: &'c CrdVersion) -> Self {
        Self {
            validation: version.schema.as_ref(),
            subresources: version.subresources.as_ref(),
            columns: version.additional_printer_columns.as_deref().unwrap_or_default(),
            selectable_fields: version.selectable_fields.as_deref().unwrap_or_default(),
        }
    }

    pub(super) fn schema(&self) -> Option<&'c JsonSchemaProps> {
        self.validation?.open_api_v3_schema.as_deref()
    }

    pub(super) fn has_status(&self) -> bool {
        self.subresources.is_some_and(|subresources| subresources.status.is_some())
    }
}

#[derive(Debug)]
pub(super) struct Version<'c> {
    pub(super) wire: &'c CrdVersion,
    pub(super) name: &'c str,
    /// What is not shared by all versions.
    pub(super) own: Parts<'c>,
}

#[derive(Debug)]
pub(super) struct Spec<'c> {
    pub(super) wire: &'c CrdSpec,
    /// With what the server fills in.
    pub(super) names: CrdNames,
    pub(super) versions: Vec<Version<'c>>,
    /// What all versions share.
    pub(super) shared: Parts<'c>,
}

impl<'c> Spec<'c> {
    pub(super) fn new(wire: &'c CrdSpec) -> Self {
        let own = |version: &'c CrdVersion| Version {
            wire: version,
            name: or_empty(version.name.as_ref()),
            own: Parts::of(version),
        };
        let mut versions: Vec<_> = wire.versions.iter().flatten().map(own).collect();
        let shared = take_shared(&mut versions);
        let mut names = wire.names.clone().unwrap_or_default();
        defaults::names(&mut names);
        Self { wire, names, versions, shared }
    }

    /// Every schema once: the shared one, or those of the versions.
    pub(super) fn schemas(&self) -> impl Iterator<Item = &'c JsonSchemaProps> {
        let own = self.versions.iter().filter_map(|version| version.own.schema());
        self.shared.schema().into_iter().chain(own)
    }

    /// Whether some schema has a node, or a schema below any of its keywords, of which `holds` is true.
    pub(super) fn any_schema(&self, holds: impl Fn(&JsonSchemaProps) -> bool) -> bool {
        self.schemas().any(|schema| walk::any(schema, &holds))
    }

    /// What the first version of that name has for a schema.
    ///
    /// **Quirk**: a schema that all share is that of any name (`helpers.go`, `GetSchemaForVersion`).
    pub(super) fn schema_of(&self, name: &str) -> Option<&'c CrdValidation> {
        if self.versions.iter().all(|version| version.own.validation.is_none()) {
            return self.shared.validation;
        }
        self.versions.iter().find(|version| version.name == name)?.own.validation
    }

    pub(super) fn preserves_unknown_fields(&self) -> bool {
        self.wire.preserve_unknown_fields == Some(true)
    }

    /// The first version that objects are stored in.
    pub(super) fn storage_version(&self) -> Option<&'c str> {
        self.versions.iter().find(|version| version.is_storage()).map(|version| version.name)
    }
}

impl Version<'_> {
    pub(super) fn is_storage(&self) -> bool {
        self.wire.storage == Some(true)
    }
}

/// Takes from the versions what all of them have alike.
fn take_shared<'c>(versions: &mut [Version<'c>]) -> Parts<'c> {
    let Some(first) = versions.first().map(|version| version.own) else { return Parts::default() };
    let all = |alike: &dyn Fn(&Parts<'c>) -> bool| versions.iter().all(|version| alike(&version.own));
    let validation = all(&|own| same_validation(own.validation, first.validation));
    let subresources = all(&|own| same_subresources(own.subresources, first.subresources));
    let columns = all(&|own| same_list(own.columns, first.columns, same_column));
    let fields = all(&|own| same_list(own.selectable_fields, first.selectable_fields, same_field));
    for Version { own, .. } in versions {
        own.validation = own.validation.filter(|_| !validation);
        own.subresources = own.subresources.filter(|_| !subresources);
        own.columns = if columns { &[] } else { own.columns };
        own.selectable_fields = if fields { &[] } else { own.selectable_fields };
    }
    Parts {
        validation: first.validation.filter(|_| validation),
        subresources: first.subresources.filter(|_| subresources),
        columns: if columns { first.columns } else { &[] },
        selectable_fields: if fields { first.selectable_fields } else { &[] },
    }
}

/// Go's semantic equality, for which an empty list or map is as good as none; what the API does not know is no part
/// of it.
pub(super) fn same_validation(a: Option<&CrdValidation>, b: Option<&CrdValidation>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => {
            let (a, b) = (a.open_api_v3_schema.as_deref(), b.open_api_v3_schema.as_deref());
            match (a, b) {
                (Some(a), Some(b)) => a == b || !surely_differ(a, b) && plain(a) == plain(b),
                (None, None) => true,
                _ => false,
            }
        }
        _ => false,
    }
}

/// Whether a difference shows without copies; versions mostly differ in fields and descriptions.
fn surely_differ(a: &JsonSchemaProps, b: &JsonSchemaProps) -> bool {
    fn strings(props: &JsonSchemaProps) -> (&str, &str) {
        (or_empty(props.type_.as_ref()), or_empty(props.description.as_ref()))
    }
    fn fields(props: &JsonSchemaProps) -> impl Iterator<Item = (&String, &JsonSchemaProps)> {
        props.properties.iter().flatten().map(|(name, property)| (name, &**property))
    }
    let below = match (&a.items, &b.items) {
        (Some(SchemaOrArray::Schema(a)), Some(SchemaOrArray::Schema(b))) => surely_differ(a, b),
        _ => false,
    };
    let names_differ = || !fields(a).map(|(name, _)| name).eq(fields(b).map(|(name, _)| name));
    let differ = |((_, a), (_, b))| surely_differ(a, b);
    strings(a) != strings(b) || names_differ() || below || fields(a).zip(fields(b)).any(differ)
}

fn plain(schema: &JsonSchemaProps) -> JsonSchemaProps {
    let mut plain = schema.clone();
    walk::for_each_mut(&mut plain, &mut |node| {
        let rules = node.validations.iter_mut().flatten().map(|rule| &mut rule.reason);
        let pointers = [&mut node.reference, &mut node.list_type, &mut node.map_type];
        pointers.into_iter().chain(rules).flatten().filter(|string| string.is_empty()).for_each(keep);
    });
    plain.omit_empty();
    walk::for_each_mut(&mut plain, &mut |node| {
        node.unknown.clear();
        node.properties = node.properties.take().filter(|properties| !properties.is_empty());
        node.mutability = None;
        node.key_mutability = None;
        node.unions = None;
        node.external_docs.iter_mut().for_each(|docs| docs.unknown.clear());
        node.validations.iter_mut().flatten().for_each(|rule| rule.unknown.clear());
    });
    plain
}

/// Go has a pointer there, and tells an empty string from none.
fn keep(string: &mut String) {
    string.push('\0');
}

fn same_subresources(a: Option<&CrdSubresources>, b: Option<&CrdSubresources>) -> bool {
    let parts = |part: &CrdSubresources| (part.status.is_some(), part.scale.as_ref().map(scale_paths));
    a.map(parts) == b.map(parts)
}

fn scale_paths(scale: &ScaleSubresource) -> (String, String, Option<String>) {
    let owned = |path: &Option<String>| path.clone().unwrap_or_default();
    (owned(&scale.spec_replicas_path), owned(&scale.status_replicas_path), scale.label_selector_path.clone())
}

fn same_list<T>(a: &[T], b: &[T], same: fn(&T, &T) -> bool) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

fn same_column(a: &PrinterColumn, b: &PrinterColumn) -> bool {
    let strings = |column: &PrinterColumn| {
        [&column.name, &column.type_, &column.format, &column.description, &column.json_path]
            .map(|field| field.clone().unwrap_or_default())
    };
    strings(a) == strings(b) && a.priority.unwrap_or_default() == b.priority.unwrap_or_default()
}

pub(super) fn same_field(a: &SelectableField, b: &SelectableField) -> bool {
    or_empty(a.json_path.as_ref()) == or_empty(b.json_path.as_ref())
}

/// Whether two lists of selectable fields are the same.
pub(super) fn same_fields(a: &[SelectableField], b: &[SelectableField]) -> bool {
    same_list(a, b, same_field)
}
