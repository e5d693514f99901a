//! Defaults that a server fills in and then refuses.

use super::unsatisfiable::{Claims, Presence, visit};
use super::{Check, LintRule, Remark, without_name};
use crate::compiled::CompiledSchema;
use crate::defaulting::apply_defaults;
use crate::lint::Severity;
use crate::path::{FieldPath, PathStep, PathStyle};
use crate::schema::StructuralSchema;
use crate::server_version::ServerVersion;
use crate::validation::{validate, validate_default};

pub(super) const RULE: LintRule = LintRule {
    id: "default-refused",
    severity: Severity::Warning,
    summary: "the default is filled in, and then refused",
    page: include_str!("default_refused.md"),
    check: Check::Schema(check),
};

fn check(schema: &StructuralSchema, path: &FieldPath<'_>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    visit(&Claims::root(schema.root()), Presence::Always, path, &mut |claims, _, path| {
        remarks.extend(remark(claims, path));
    });
    remarks
}

/// What the server finds itself when it accepts the definition is left to it.
///
/// **Quirk**: it does not look below `additionalProperties` (`pkg/apiserver/schema/defaulting/validation.go`), and checks no
/// type of an int-or-string there (`pkg/apiserver/validation/validation.go`).
fn remark(claims: &Claims<'_>, path: &FieldPath<'_>) -> Option<Remark> {
    let default = claims.node.default_value().filter(|default| !default.is_null())?;
    let at = path.property("default").to_owned(PathStyle::Bracketed);
    let steps = at.steps();
    let is_unchecked = steps.contains(&PathStep::Property("additionalProperties"));
    if !is_unchecked
        && !validate_default(claims.node, default, ServerVersion::NEWEST, &FieldPath::ROOT).is_empty()
    {
        return None;
    }
    let mut filled = default.clone();
    apply_defaults(&CompiledSchema::of_node(claims.node), &mut filled);
    let refused = validate(&claims.validator(ServerVersion::NEWEST), &filled, &FieldPath::ROOT);
    let first = refused.iter().next()?;
    let message = format!("the default is filled in, and then refused: {}", without_name(first.detail()));
    Some(Remark::at(at, &message, "change the default, or what refuses it"))
}
