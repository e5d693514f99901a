//! One schema of a definition.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`, `validateCustomResourceDefinitionValidation`.
//!
//! Knows nothing of: versions.

use super::fault::{Faults, forbidden, invalid, owned};
use super::ratchet::Options;
use super::{keywords, schema_defaults, status_root};
use crate::convert::{self, Converted};
use crate::path::FieldPath;
use crate::schema::{SchemaNode, StructuralSchema};
use crate::violation::Violations;
use crate::wire::JsonSchemaProps;

/// Whether a status subresource is served beside the schema.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Status {
    Served,
    Absent,
}

/// Checks a schema; `path` is that of the schema itself.
pub(super) fn check(
    props: &JsonSchemaProps,
    status: Status,
    options: &Options<'_>,
    path: &FieldPath<'_>,
    found: &mut Faults,
) {
    let mut here = Faults::default();
    if status == Status::Served {
        here.extend(status_root::check(props, path));
    }
    if props.nullable == Some(true) {
        here.push(forbidden(&path.property("nullable"), "nullable cannot be true at the root"));
    }
    let unsupported =
        if options.structural { structural(props, options, path, &mut here) } else { Violations::new() };
    keywords::check(props, options, path, &mut here);
    // The keywords say the same of most of what cannot be converted, and better.
    if here.is_empty()
        && let Some(first) = unsupported.iter().next()
    {
        here.push_at(invalid(path, "", first.detail()), first.path());
    }
    found.append(here);
}

/// The structural rules, and the defaults when these hold; gives what cannot be converted.
fn structural(
    props: &JsonSchemaProps,
    options: &Options<'_>,
    path: &FieldPath<'_>,
    found: &mut Faults,
) -> Violations {
    let converted = convert::convert(props, path);
    if !converted.unsupported.is_empty() {
        return converted.unsupported;
    }
    let violations = structural_violations(&converted, path);
    if violations.is_empty() {
        schema_defaults::check(&converted.root, options, path, found);
    }
    found.extend(violations);
    Violations::new()
}

fn structural_violations(converted: &Converted, path: &FieldPath<'_>) -> Violations {
    let mut before = converted.nested.clone();
    before.extend(unknown_word_in_metadata(converted, path));
    StructuralSchema::violations(&converted.root, path, before)
}

/// A list or map type that no node can hold is too much in root metadata all the same.
fn unknown_word_in_metadata(
    converted: &Converted,
    path: &FieldPath<'_>,
) -> Option<crate::violation::Violation> {
    let properties = path.property("properties");
    let metadata = properties.key("metadata");
    let extensions = ["x-kubernetes-list-type", "x-kubernetes-map-type"];
    let paths = extensions.map(|extension| owned(&metadata.property(extension)));
    let is_there = converted.words.iter().any(|word| paths.contains(word.path()));
    let is_refused_already = converted.root.property("metadata").is_none_or(SchemaNode::says_more_than_names);
    (is_there && !is_refused_already).then(|| forbidden(&metadata, SchemaNode::METADATA_REFUSAL))
}
