//! Transition rules that have nothing to say.

use super::transition::{Below, transition, visit};
use super::{Check, LintRule, Remark};
use crate::lint::Severity;
use crate::path::{FieldPath, PathStyle};
use crate::schema::StructuralSchema;

pub(super) const RULE: LintRule = LintRule {
    id: "transition-rule-never-runs",
    severity: Severity::Warning,
    summary: "the rule compares the key of a list map with itself, and never sees a change",
    page: include_str!("transition_rule_never_runs.md"),
    check: Check::Schema(check),
};

fn check(schema: &StructuralSchema, path: &FieldPath<'_>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    visit(schema.root(), path, &mut |below| {
        let Some(key) = key(below) else { return };
        for (index, _) in below.node.rules().iter().enumerate().filter(|(_, rule)| transition(rule).is_some())
        {
            let node = FieldPath::from(&below.path);
            let rules = node.property("x-kubernetes-validations");
            let text = format!(
                "items are paired by {key:?}: where the key changes there is no old value, and the rule does not run"
            );
            let help = "put a rule on the list, or use x-kubernetes-key-mutability and lower it";
            remarks.push(Remark::at(rules.index(index).to_owned(PathStyle::Bracketed), &text, help));
        }
    });
    remarks
}

/// The name of the key that the node is.
fn key<'s>(below: &Below<'s>) -> Option<&'s str> {
    let [link] = below.links.as_slice() else { return None };
    let keys = below.list?.list_map_keys();
    keys.iter().any(|key| key == link.name).then_some(link.name)
}
