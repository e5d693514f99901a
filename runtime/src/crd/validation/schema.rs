//! One schema of a definition.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`, `validateCustomResourceDefinitionValidation`.
//!
//! Knows nothing of: versions.

use super::fault::{Faults, forbidden, invalid};
use super::ratchet::Options;
use super::{keywords, schema_defaults};
use crate::convert;
use crate::crd::checks::status_root;
use crate::path::FieldPath;
use crate::schema::StructuralSchema;
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
    let violations = StructuralSchema::violations(&converted.root, path, converted.nested);
    if violations.is_empty() {
        schema_defaults::check(&converted.root, options, path, found);
    }
    found.extend(violations);
    Violations::new()
}
