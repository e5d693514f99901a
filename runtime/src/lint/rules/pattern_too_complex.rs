//! Patterns that a server compiles and this library does not.

use crd_schema_go::pattern;

use super::{Check, LintRule, Remark, Visited};
use crate::lint::Severity;
use crate::path::{FieldPath, PathStyle};
use crate::schema::{NestedValueValidation, ValueValidation};

pub(super) const RULE: LintRule = LintRule {
    id: "pattern-too-complex",
    severity: Severity::Warning,
    summary: "reading the pattern takes more work than this library takes on",
    page: include_str!("pattern_too_complex.md"),
    check: Check::Node(check),
};

fn check(visited: &Visited<'_>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    of_validation(visited.node.value_validation(), visited.path, &mut remarks);
    remarks
}

fn of_validation(validation: &ValueValidation, path: &FieldPath<'_>, remarks: &mut Vec<Remark>) {
    if validation.pattern.as_deref().is_some_and(pattern::is_beyond_limits) {
        remarks.push(Remark::at(
            path.property("pattern").to_owned(PathStyle::Bracketed),
            "the pattern takes more than 50 million steps to read: this library rejects each string, whatever a server says of it",
            "write a shorter one, or several in `allOf`",
        ));
    }
    for (keyword, index, branch) in validation.junctors() {
        let list = path.property(keyword);
        match index {
            Some(index) => of_nested(branch, &list.index(index), remarks),
            None => of_nested(branch, &list, remarks),
        }
    }
}

fn of_nested(validation: &NestedValueValidation, path: &FieldPath<'_>, remarks: &mut Vec<Remark>) {
    of_validation(&validation.value_validation, path, remarks);
    if let Some(items) = &validation.items {
        of_nested(items, &path.property("items"), remarks);
    }
    let properties = path.property("properties");
    for (name, property) in validation.properties.iter().flatten() {
        of_nested(property, &properties.key(name), remarks);
    }
}
