//! What a server takes, but not as it was meant.

use super::{Finding, PlacedSchema};
use crate::path::FieldPath;
use crate::path::PathStyle;
use crate::schema::{KEY_MUTABILITY, MUTABILITY, SchemaNode, StructuralSchema};
use crate::wire::CustomResourceDefinition;

/// Members that the API does not know; kubectl refuses them, other clients lose them.
pub(super) fn unknown_fields(crd: &CustomResourceDefinition) -> Vec<Finding> {
    let finding = |path| Finding::warning(format!("unknown field \"{path}\""), path);
    crd.unknown_fields().into_iter().map(finding).collect()
}

pub(super) fn of_schema(structural: &StructuralSchema, schema: &PlacedSchema<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let path = FieldPath::from(&schema.printed);
    structural.root().visit(&path, &mut |node, path| {
        findings.extend(markers(node, path, schema));
    });
    let incomplete = structural.incomplete_below_the_root(&path);
    findings.extend(incomplete.iter().map(|violation| {
        let message = format!("{violation}, which only the KEP asks for at this depth");
        Finding::warning(message, schema.locate(violation.path()))
    }));
    findings
}

fn markers(node: &SchemaNode, path: &FieldPath<'_>, schema: &PlacedSchema<'_>) -> Vec<Finding> {
    let at = |marker| path.property(marker).to_owned(PathStyle::Bracketed);
    let unknown = |marker| {
        let path = at(marker);
        let message = format!(
            "{path}: no released API server knows this extension: it is dropped, and strict clients such as kubectl refuse it"
        );
        Finding::warning(message, schema.locate(&path))
    };
    let marked =
        [(MUTABILITY, node.mutability().is_some()), (KEY_MUTABILITY, node.key_mutability().is_some())];
    let mut findings: Vec<_> =
        marked.into_iter().filter(|(_, set)| *set).map(|(marker, _)| unknown(marker)).collect();
    if findings.len() > 1 {
        let path = at(KEY_MUTABILITY);
        let message =
            format!("{path}: says nothing beside x-kubernetes-mutability, which freezes the keys too");
        findings.push(Finding::warning(message, schema.locate(&path)));
    }
    findings
}
