//! What nested value validations mention must be declared on the structural spine.
//!
//! Source: `pkg/apiserver/schema/complete.go`.

use super::node::SchemaNode;
use super::value_validation::{NestedValueValidation, ValueValidation};
use crate::path::{FieldPath, PathStyle};
use crate::violation::{Cause, Violation, Violations};

/// **Quirk**: only junctors of the root, and what is nested in them, are checked; the KEP asks for all of them.
pub(super) fn check(root: &SchemaNode, path: &FieldPath<'_>, found: &mut Violations) {
    junctors(&root.value_validation, root, path, path, found);
}

fn junctors(
    validation: &ValueValidation,
    spine: &SchemaNode,
    spine_path: &FieldPath<'_>,
    path: &FieldPath<'_>,
    found: &mut Violations,
) {
    for (keyword, index, branch) in validation.junctors() {
        let list = path.property(keyword);
        match index {
            Some(index) => nested(branch, spine, spine_path, &list.index(index), found),
            None => nested(branch, spine, spine_path, &list, found),
        }
    }
}

fn nested(
    validation: &NestedValueValidation,
    spine: &SchemaNode,
    spine_path: &FieldPath<'_>,
    path: &FieldPath<'_>,
    found: &mut Violations,
) {
    junctors(&validation.value_validation, spine, spine_path, path, found);
    if let Some(items) = &validation.items {
        mention(items, spine.items(), &spine_path.property("items"), &path.property("items"), found);
    }
    let (spine_properties, properties) = (spine_path.property("properties"), path.property("properties"));
    for (name, property) in validation.properties.iter().flatten() {
        let (spine_path, path) = (spine_properties.key(name), properties.key(name));
        mention(property, spine.property(name), &spine_path, &path, found);
    }
}

fn mention(
    validation: &NestedValueValidation,
    spine: Option<&SchemaNode>,
    spine_path: &FieldPath<'_>,
    path: &FieldPath<'_>,
    found: &mut Violations,
) {
    if let Some(spine) = spine {
        return nested(validation, spine, spine_path, path, found);
    }
    let detail = format!("because it is defined in {}", path.to_owned(PathStyle::Bracketed));
    let violation = Violation::required(spine_path.to_owned(PathStyle::Bracketed), detail);
    found.push(violation.caused_by(Cause::UndeclaredNested));
}
