//! Values of an `enum` that the rest of the schema refuses.

use super::unsatisfiable::{Claims, Presence, refused_since, visit};
use super::{Check, LintRule, Remark, without_name};
use crate::lint::Severity;
use crate::path::{FieldPath, PathStyle};
use crate::schema::{SchemaType, StructuralSchema};
use crate::server_version::ServerVersion;
use crate::validation::validate;

pub(super) const RULE: LintRule = LintRule {
    id: "enum-value-refused",
    severity: Severity::Warning,
    summary: "the enum lists a value that the rest of the schema refuses",
    page: include_str!("enum_value_refused.md"),
    check: Check::Schema(check),
};

fn check(schema: &StructuralSchema, path: &FieldPath<'_>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    visit(&Claims::root(schema.root()), Presence::Always, path, &mut |claims, _, path| {
        // Where all values are refused, that is said already.
        if !claims.node.value_validation().enum_.is_empty() && refused_since(claims).is_none() {
            remarks.extend(refused(claims, path));
        }
    });
    remarks
}

/// Null never is a value of an enum: where it could be one, there is a rule of its own.
fn refused(claims: &Claims<'_>, path: &FieldPath<'_>) -> Vec<Remark> {
    let validator = claims.validator(ServerVersion::NEWEST);
    let list = path.property("enum");
    let listed =
        claims.node.value_validation().enum_.iter().enumerate().filter(|(_, value)| !value.is_null());
    let remark = |(index, value)| {
        let said = validate(&validator, value, &FieldPath::ROOT);
        let said = said.iter().next()?;
        let message = format!("the value {value} is never accepted: {}", without_name(said.detail()));
        let at = list.index(index).to_owned(PathStyle::Bracketed);
        let is_message = claims.node.schema_type() == Some(&SchemaType::String);
        let help = if is_message && (value.is_boolean() || value.is_number()) {
            "put the value in quotes, or remove it"
        } else {
            "remove the value, or change what refuses it"
        };
        Some(Remark::at(at, &message, help))
    };
    listed.filter_map(remark).collect()
}
