//! `additionalProperties: false`, which a server takes on a node and drops in a junctor.

use super::{Check, LintRule, Remark, Visited};
use crate::lint::Severity;
use crate::path::{FieldPath, PathStyle};
use crate::schema::{AdditionalProperties, NestedValueValidation, ValueValidation};

pub(super) const RULE: LintRule = LintRule {
    id: "additional-properties-false",
    severity: Severity::Warning,
    summary: "`additionalProperties: false` refuses what a server would drop",
    page: include_str!("additional_properties_false.md"),
    check: Check::Node(check),
};

const KEYWORD: &str = "additionalProperties";

fn check(visited: &Visited<'_>) -> Vec<Remark> {
    let mut found = Vec::new();
    if visited.node.additional_properties() == Some(&AdditionalProperties::Bool(false)) {
        found.push(Remark::at(
            visited.keyword(KEYWORD),
            "every field is rejected, and none is dropped before",
            "leave it out: a server drops fields that are not specified",
        ));
    }
    junctors(visited.node.value_validation(), visited.path, &mut found);
    found
}

fn junctors(validation: &ValueValidation, path: &FieldPath<'_>, found: &mut Vec<Remark>) {
    for (keyword, index, branch) in validation.junctors() {
        let list = path.property(keyword);
        match index {
            Some(index) => nested(branch, &list.index(index), found),
            None => nested(branch, &list, found),
        }
    }
}

fn nested(validation: &NestedValueValidation, path: &FieldPath<'_>, found: &mut Vec<Remark>) {
    if validation.forbids_additional_properties {
        found.push(Remark::at(
            path.property(KEYWORD).to_owned(PathStyle::Bracketed),
            "means nothing below allOf, anyOf, oneOf and not: a server forgets it",
            "leave it out; `maxProperties`, or `not` with `required`, says which fields may be there",
        ));
    }
    junctors(&validation.value_validation, path, found);
    if let Some(items) = &validation.items {
        nested(items, &path.property("items"), found);
    }
    let properties = path.property("properties");
    for (name, property) in validation.properties.iter().flatten() {
        nested(property, &properties.key(name), found);
    }
}
