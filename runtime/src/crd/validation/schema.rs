//! One schema of a definition.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`, `validateCustomResourceDefinitionValidation`.
//!
//! Knows nothing of: versions.

use super::error::{PlacedErrors, forbidden, invalid};
use super::expressions::{Expressions, Limit};
use super::ratchet::{Api, Options};
use super::{keywords, older, schema_defaults};
use crate::convert;
use crate::crd::checks::status_root;
use crate::declared::Site;
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
    (status, limit): (Status, Limit),
    options: &Options<'_>,
    path: &FieldPath<'_>,
    found: &mut PlacedErrors,
) {
    let mut here = PlacedErrors::default();
    if status == Status::Served {
        here.extend(status_root::check(props, path));
    }
    if props.nullable == Some(true) {
        here.push(forbidden(&path.property("nullable"), "nullable cannot be true at the root"));
    }
    let structure =
        if options.structural { structural(props, options, path, &mut here) } else { Structure::Broken };
    let mut expressions = Expressions::new(limit, options);
    let root = match &structure {
        Structure::Sound(root) if options.api == Api::V1 => Some(Site::root(root)),
        _ => None,
    };
    keywords::check(props, root.as_ref(), options, path, &mut here, &mut expressions);
    let sum = expressions.finish(path, &mut here);
    // The keywords say the same of most of what cannot be converted, and better.
    if here.is_empty()
        && let Structure::Unsupported(unsupported) = &structure
        && let Some(first) = unsupported.iter().next()
    {
        here.push_at(invalid(path, "", first.detail()), first.path());
    }
    here.append(sum);
    found.append(here);
}

/// What is known of a schema beyond its keywords.
enum Structure {
    /// Some keyword cannot be converted.
    Unsupported(Violations),
    Broken,
    /// It is structural, and its defaults are good: its expressions count.
    Sound(Box<SchemaNode>),
}

/// The structural rules, and the defaults when these hold.
fn structural(
    props: &JsonSchemaProps,
    options: &Options<'_>,
    path: &FieldPath<'_>,
    found: &mut PlacedErrors,
) -> Structure {
    let converted = convert::convert(&older::converted(props, options.server), path);
    if !converted.unsupported.is_empty() {
        return Structure::Unsupported(converted.unsupported);
    }
    let violations = StructuralSchema::violations(&converted.root, path, converted.nested);
    let before = found.len();
    if violations.is_empty() {
        schema_defaults::check(&converted.root, options, path, found);
    }
    found.extend(violations);
    if found.len() == before { Structure::Sound(Box::new(converted.root)) } else { Structure::Broken }
}
