//! What a round trip through another version loses.

use super::{Check, LintRule, Remark};
use crate::convert::structural_schema;
use crate::crd::loss::{OneVersion, Side, lost};
use crate::lint::Severity;
use crate::path::FieldPath;
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
    let Some(at) = versions.iter().position(|version| version.storage == Some(true)) else { return Vec::new() };
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
        for loss in lost(&version, &stored) {
            let prefix = schema_path(if loss.side == Side::Version { index } else { at });
            let place = loss.note.path().below(&prefix);
            let (text, help) = loss.note.text().split_once("; ").unwrap_or((loss.note.text(), ""));
            remarks.push(Remark::at(place, text, help));
        }
    }
    remarks
}
