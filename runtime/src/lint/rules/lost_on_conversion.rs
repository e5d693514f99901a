//! What a round trip through another version loses.

use super::{Check, LintRule, Remark, field};
use crate::convert::structural_schema;
use crate::crd::loss::{Loss, OneVersion, Side, lost};
use crate::lint::Severity;
use crate::path::{FieldPath, FieldPathBuf};
use crate::schema::StructuralSchema;
use crate::wire::{CrdSpec, CustomResourceDefinition, schema_path};

pub(super) const RULE: LintRule = LintRule {
    id: "lost-on-conversion",
    severity: Severity::Warning,
    summary: "a version has what another one does not declare, and nothing converts them",
    page: include_str!("lost_on_conversion.md"),
    check: Check::Definition(check),
};

fn check(crd: &CustomResourceDefinition) -> Vec<Remark> {
    crd.spec.as_ref().filter(|spec| !is_converted(spec)).map(of_versions).unwrap_or_default()
}

fn is_converted(spec: &CrdSpec) -> bool {
    let strategy = spec.conversion.as_ref().and_then(|conversion| conversion.strategy.as_deref());
    // Nothing is pruned, so that nothing is lost.
    strategy == Some("Webhook") || spec.preserve_unknown_fields == Some(true)
}

fn of_versions(spec: &CrdSpec) -> Vec<Remark> {
    let versions = spec.versions.as_deref().unwrap_or_default();
    let Some(at) = versions.iter().position(|version| version.storage == Some(true)) else {
        return Vec::new();
    };
    let schemas: Vec<Option<StructuralSchema>> = versions
        .iter()
        .map(|version| {
            let props = version.schema.as_ref()?.open_api_v3_schema.as_deref()?;
            structural_schema(props, &FieldPath::ROOT).ok()
        })
        .collect();
    let one = |index: usize| {
        let (version, schema) = versions.get(index).zip(schemas.get(index)?.as_ref())?;
        let name = version.name.as_deref().unwrap_or_default();
        Some(OneVersion { name, is_served: version.served == Some(true), schema: schema.root() })
    };
    let Some(stored) = one(at) else { return Vec::new() };
    let mut remarks = Vec::new();
    for index in (0..versions.len()).filter(|index| *index != at) {
        let Some(version) = one(index) else { continue };
        let losses = lost(&version, &stored);
        for group in losses.chunk_by(|one, next| (one.side, one.kind) == (next.side, next.kind)) {
            let is_of_version = group.first().is_some_and(|loss| loss.side == Side::Version);
            remarks.extend(remark(group, &schema_path(if is_of_version { index } else { at })));
        }
    }
    remarks
}

/// Versions that a webhook converts may differ in very many fields: of one kind the first one is reported, and how many more
/// there are.
fn remark(group: &[Loss], prefix: &FieldPathBuf) -> Option<Remark> {
    const NAMED: usize = 3;
    let (first, more) = group.split_first()?;
    let (message, help) = first.note.message().split_once("; ").unwrap_or((first.note.message(), ""));
    let mut message = message.to_owned();
    if !more.is_empty() {
        let names: Vec<_> = more.iter().take(NAMED).map(|loss| field(loss.note.path())).collect();
        let rest = if more.len() > NAMED { ", …" } else { "" };
        let are = if more.len() == 1 { "is" } else { "are" };
        message = format!("{message}; so {are} {} more: {}{rest}", more.len(), names.join(", "));
    }
    Some(Remark::at(first.note.path().below(prefix), &message, help))
}
