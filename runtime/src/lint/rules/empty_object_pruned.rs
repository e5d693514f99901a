//! Objects that declare nothing, and so keep nothing.

use super::{Check, LintRule, Remark};
use crate::lint::Severity;
use crate::path::{FieldPath, PathStyle};
use crate::schema::{NodeKind, SchemaNode, StructuralSchema};

pub(super) const RULE: LintRule = LintRule {
    id: "empty-object-pruned",
    severity: Severity::Warning,
    summary: "the object declares no properties, so that everything in it is dropped",
    page: include_str!("empty_object_pruned.md"),
    check: Check::Schema(check),
};

fn check(schema: &StructuralSchema, path: &FieldPath<'_>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    walk(schema.root(), Owner::Resource, path, &mut remarks);
    remarks
}

/// What the node is, for those below.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// The root: a server looks after the metadata, and the spec and status may be there for later versions.
    Resource,
    /// An embedded resource: a server looks after the metadata.
    Embedded,
    Value,
}

fn walk(node: &SchemaNode, owner: Owner, path: &FieldPath<'_>, remarks: &mut Vec<Remark>) {
    let properties = path.property("properties");
    for (name, field) in node.properties() {
        let is_meta = matches!(name, "apiVersion" | "kind" | "metadata");
        if is_meta && owner != Owner::Value {
            continue;
        }
        let path = properties.key(name);
        // Metadata has a rule of its own.
        if name != "metadata" && keeps_nothing(field) && !is_meant(node, owner, name, field) {
            remarks.push(remark(&path));
        }
        below(field, &path, remarks);
    }
    if let Some(items) = node.items() {
        let path = path.property("items");
        if keeps_nothing(items) {
            remarks.push(remark(&path));
        }
        below(items, &path, remarks);
    }
    if let Some(values) = node.map_values() {
        let path = path.property("additionalProperties");
        // Where unknown fields are to be kept, another rule says the same.
        if keeps_nothing(values) && !node.preserves_unknown_fields() {
            remarks.push(remark(&path));
        }
        below(values, &path, remarks);
    }
}

fn below(node: &SchemaNode, path: &FieldPath<'_>, remarks: &mut Vec<Remark>) {
    let owner = if node.is_embedded_resource() { Owner::Embedded } else { Owner::Value };
    walk(node, owner, path, remarks);
}

fn remark(path: &FieldPath<'_>) -> Remark {
    let message = "everything in it is dropped, since no properties are declared";
    let help = "declare `properties`, or keep everything with `x-kubernetes-preserve-unknown-fields: true`; where it is to be \
                empty, say so with `maxProperties: 0`";
    Remark::at(path.to_owned(PathStyle::Bracketed), message, help)
}

fn keeps_nothing(node: &SchemaNode) -> bool {
    node.kind() == NodeKind::Struct
        && node.properties().next().is_none()
        && node.additional_properties().is_none()
        && !node.preserves_unknown_fields()
        && !node.is_embedded_resource()
        && node.value_validation().max_properties != Some(0)
}

/// Whether it counts only that the field is there: one of several is to be, or a rule asks for it. A described spec or
/// status without fields is the place of a later one.
fn is_meant(parent: &SchemaNode, owner: Owner, name: &str, field: &SchemaNode) -> bool {
    let is_place =
        matches!(name, "spec" | "status") && owner == Owner::Resource && field.description().is_some();
    let mut branches = parent.value_validation().junctors();
    let is_chosen =
        branches.any(|(_, _, nested)| nested.value_validation.required.iter().any(|one| one == name));
    let asked = format!("self.{name}");
    let is_asked = parent.rules().iter().any(|rule| rule.rule.contains(&asked));
    let is_union = parent.unions().iter().any(|union| union.fields.contains_key(name));
    is_place || is_chosen || is_asked || is_union
}
