//! Served versions that do not agree on what must not change.

use super::transition::transition;
use super::{Check, LintRule, Remark};
use crate::crd::{Conversion, conversion_of, markers, served_versions, structural_versions, unbound};
use crate::lint::Severity;
use crate::lowering::Note;
use crate::schema::SchemaNode;
use crate::wire::CustomResourceDefinition;

pub(super) const RULE: LintRule = LintRule {
    id: "immutable-in-one-version",
    severity: Severity::Warning,
    summary: "a write in one served version may change what another one says must not change",
    page: include_str!("immutable_in_one_version.md"),
    check: Check::Definition(check),
};

fn check(crd: &CustomResourceDefinition) -> Vec<Remark> {
    let Some(spec) = &crd.spec else { return Vec::new() };
    let schemas = structural_versions(spec);
    let found = unbound(&served_versions(spec, &schemas), conversion_of(spec), &says);
    found.into_iter().map(|note| remark(&note, conversion_of(spec))).collect()
}

/// Markers, and rules that compare with the old value.
fn says(node: &SchemaNode) -> Vec<String> {
    let rules = node.rules().iter().filter(|rule| transition(rule).is_some());
    markers(node).into_iter().chain(rules.map(|rule| format!("the rule `{}`", rule.rule))).collect()
}

fn remark(note: &Note, conversion: Conversion) -> Remark {
    let help = match conversion {
        Conversion::None => "a server validates a write by the version that it is sent in",
        Conversion::Webhook => {
            "a server validates a write by the version that it is sent in; the webhook may refuse what must not change"
        }
    };
    Remark::at(note.path().clone(), note.message(), help)
}
