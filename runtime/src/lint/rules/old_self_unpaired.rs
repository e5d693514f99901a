//! Rules with `oldSelf` that a server refuses, because it never finds an old value.

use super::transition::{Below, Unseen, visit_rules};
use super::{Check, LintRule, Remark};
use crate::estimate;
use crate::field_error::invalid;
use crate::lint::Severity;
use crate::path::FieldPath;
use crate::schema::{Rule, StructuralSchema};

pub(super) const RULE: LintRule = LintRule {
    id: "old-self-unpaired",
    severity: Severity::Error,
    summary: "the rule uses `oldSelf` below the items of a list that no server pairs, and is refused",
    page: include_str!("old_self_unpaired.md"),
    check: Check::Schema(check),
};

/// Source: `withForbidOldSelfValidations` in `pkg/apis/apiextensions/validation/validation.go`.
fn check(schema: &StructuralSchema, path: &FieldPath<'_>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    visit_rules(schema.root(), path, &mut |below| {
        let rules = below.node.rules().iter().enumerate();
        remarks.extend(rules.filter_map(|(index, rule)| remark(below, index, rule)));
    });
    remarks
}

fn remark(below: &Below<'_>, index: usize, rule: &Rule) -> Option<Remark> {
    let Some(Unseen::Unpaired(list)) = &below.unseen else { return None };
    estimate::parse(&rule.rule).filter(|expr| expr.mentions("oldSelf"))?;
    let node = FieldPath::from(&below.path);
    let rules = node.property("x-kubernetes-validations");
    let text = format!("oldSelf cannot be used on the uncorrelatable portion of the schema within {list}");
    let violation = invalid(&rules.index(index).property("rule"), rule.rule.as_str(), text);
    Some(Remark {
        message: violation.to_string(),
        at: violation.path().clone(),
        help: Some("make the list a map of its items' keys, or put the rule on the list".to_owned()),
    })
}
