//! The order in which a definition is checked.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`, `validateCustomResourceDefinitionSpec`,
//! `validateCustomResourceDefinitionVersion`, `validateCustomResourceDefinitionSpecUpdate`.
//!
//! Knows nothing of: metadata, status.

use std::collections::HashMap;

use super::error::{PlacedErrors, invalid, or_empty, required};
use super::internal::{Spec, Version};
use super::ratchet::{Api, Options};
use super::schema::{self, Status};
use super::selectable::{self, Level};
use super::{conversion, subresources, versions};
use crate::crd::checks::{columns, names};
use crate::path::FieldPath;
use crate::server_version::ServerVersion;
use crate::violation::Cause;
use crate::wire::JsonSchemaProps;

/// Checks `spec`; which structural rules apply is settled here.
pub(super) fn check(
    spec: &Spec<'_>,
    mut options: Options<'_>,
    path: &FieldPath<'_>,
    found: &mut PlacedErrors,
) {
    found.extend(names::group(or_empty(spec.wire.group.as_ref()), &path.property("group")));
    found.extend(names::scope(spec.wire, &path.property("scope")));
    presence(spec, &options, path, found);
    let has_defaults = !options.no_defaults && spec.any_schema(has_default);
    let has_unions = options.api == Api::V1beta1 && spec.any_schema(has_unions);
    options.structural |= !spec.preserves_unknown_fields() || has_defaults || has_unions;
    options.structural |= spec.any_schema(has_extension);
    if has_defaults && spec.preserves_unknown_fields() {
        let detail = "must be false in order to use defaults in the schema";
        found.push(invalid(&path.property("preserveUnknownFields"), true, detail));
    }
    let (list, statuses) = (path.property("versions"), statuses(spec));
    for (index, version) in spec.versions.iter().enumerate() {
        let status = statuses.get(version.name).copied().unwrap_or(Status::Absent);
        self::version(version, status, &options, &list.index(index), found);
    }
    versions::together(spec, path, found);

    let path_of_names = path.property("names");
    found.extend(names::presence(&spec.names, &path_of_names));
    found.extend(names::form(&spec.names, &path_of_names));
    shared(spec, &options, path, found);
    conversion::check(spec, &options, &path.property("conversion"), found);
}

/// Schemas that must be there.
fn presence(spec: &Spec<'_>, options: &Options<'_>, path: &FieldPath<'_>, found: &mut PlacedErrors) {
    if spec.shared.schema().is_some() || !options.schema && spec.preserves_unknown_fields() {
        return;
    }
    let list = path.property("versions");
    for (index, version) in spec.versions.iter().enumerate() {
        let detail = if !options.schema {
            "because otherwise all fields are pruned"
        } else if options.server < ServerVersion::V1_34 {
            "schemas are required"
        } else {
            ""
        };
        let is_asked_for = options.schema || version.wire.served == Some(true);
        if version.own.schema().is_none() && is_asked_for {
            let path = list.index(index);
            let path = path.property("schema");
            found.push(required(&path.property("openAPIV3Schema"), detail));
        }
    }
}

fn version(
    version: &Version<'_>,
    status: Status,
    options: &Options<'_>,
    path: &FieldPath<'_>,
    found: &mut PlacedErrors,
) {
    found.extend(names::label(version.name, &path.property("name")));
    found.extend(versions::deprecation(version.wire, path));
    if let Some(props) = version.own.schema() {
        let path = path.property("schema");
        let limit = options.limit_of(version.name);
        schema::check(props, (status, limit), options, &path.property("openAPIV3Schema"), found);
    }
    found.extend(subresources::check(version.own.subresources, &path.property("subresources")));
    found.extend(columns::check(version.own.columns, &path.property("additionalPrinterColumns")));
    let selectable = (Level::Version, options.count_of(version.name));
    selectable::check(&version.own, selectable, options.server, path, found);
}

/// **Quirk**: of versions with the same name the first one counts (`getSubresourcesForVersion`).
fn statuses<'c>(spec: &Spec<'c>) -> HashMap<&'c str, Status> {
    let shared = spec.versions.iter().all(|version| version.own.subresources.is_none());
    let mut statuses = HashMap::new();
    for version in &spec.versions {
        let parts = if shared { &spec.shared } else { &version.own };
        statuses.entry(version.name).or_insert(if parts.has_status() {
            Status::Served
        } else {
            Status::Absent
        });
    }
    statuses
}

fn shared(spec: &Spec<'_>, options: &Options<'_>, path: &FieldPath<'_>, found: &mut PlacedErrors) {
    if let Some(props) = spec.shared.schema() {
        let any = spec.shared.has_status() || spec.versions.iter().any(|version| version.own.has_status());
        let status = if any { Status::Served } else { Status::Absent };
        let path = path.property("validation");
        // Quirk: of what all share the first version decides.
        let first = spec.versions.first().map_or("", |version| version.name);
        schema::check(
            props,
            (status, options.limit_of(first)),
            options,
            &path.property("openAPIV3Schema"),
            found,
        );
    }
    found.extend(subresources::check(spec.shared.subresources, &path.property("subresources")));
    found.extend(columns::check(spec.shared.columns, &path.property("additionalPrinterColumns")));
    selectable::check(&spec.shared, (Level::Shared, options.count_of("")), options.server, path, found);
}

/// What must stay as it was.
pub(super) fn immutable(
    new: &Spec<'_>,
    old: &Spec<'_>,
    names_stay: bool,
    path: &FieldPath<'_>,
    found: &mut PlacedErrors,
) {
    let names = path.property("names");
    let strings = |spec: &Spec<'_>| {
        let (names, wire) = (&spec.names, spec.wire);
        [&wire.scope, &names.kind, &wire.group, &names.plural]
            .map(|string| string.clone().unwrap_or_default())
    };
    let paths =
        [path.property("scope"), names.property("kind"), path.property("group"), names.property("plural")];
    let validated = [names_stay, names_stay, true, true];
    let fields = paths.iter().zip(strings(new)).zip(strings(old)).zip(validated);
    let changed = fields.filter(|(((_, new), old), validated)| *validated && new != old);
    found.extend(
        changed.map(|(((path, new), _), _)| {
            invalid(path, new, "field is immutable").caused_by(Cause::Immutable)
        }),
    );
}

pub(super) fn has_default(props: &JsonSchemaProps) -> bool {
    props.default.as_ref().is_some_and(|default| !default.is_null())
}

/// Unions need a structural schema, too, says the structural-schema KEP; servers of v1 do not know them.
fn has_unions(props: &JsonSchemaProps) -> bool {
    props.unions.as_ref().is_some_and(|unions| !unions.is_empty())
}

/// The extensions that need a structural schema; **quirk**: `x-kubernetes-map-type` is none of them.
fn has_extension(props: &JsonSchemaProps) -> bool {
    props.embedded_resource == Some(true)
        || props.preserve_unknown_fields.is_some()
        || props.int_or_string == Some(true)
        || props.list_map_keys.as_ref().is_some_and(|keys| !keys.is_empty())
        || props.list_type.is_some()
        || props.validations.as_ref().is_some_and(|rules| !rules.is_empty())
}
