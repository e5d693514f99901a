//! Rules that a server may not be able to evaluate.

use super::{Check, LintRule, Remark, field};
use crate::costs::{RuleCost, rule_costs};
use crate::lint::Severity;
use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::schema::StructuralSchema;
use crate::server_version::ServerVersion;

pub(super) const RULE: LintRule = LintRule {
    id: "cost-near-budget",
    severity: Severity::Warning,
    summary: "the rule is accepted, but may cost more than a server spends on one evaluation",
    page: include_str!("cost_near_budget.md"),
    check: Check::Schema(check),
};

fn check(schema: &StructuralSchema, path: &FieldPath<'_>) -> Vec<Remark> {
    let prefix = path.to_owned(PathStyle::Bracketed);
    let costs = rule_costs(schema, ServerVersion::NEWEST);
    costs.iter().filter_map(|cost| remark(cost, &prefix)).collect()
}

/// Where no object that etcd keeps is large enough there is nothing to say.
fn remark(cost: &RuleCost, prefix: &FieldPathBuf) -> Option<Remark> {
    let (each, once) = (cost.cost()?, RuleCost::CALL_LIMIT);
    let bytes = cost.dear_from()?;
    let message = format!(
        "the rule may cost {each} where a server spends {once} on one evaluation: {} of {} or more may be refused",
        property(cost.path()),
        size(bytes)
    );
    let help = cost.advice().unwrap_or("set maxLength, maxItems and maxProperties where they are missing");
    Some(Remark::at(cost.path().below(prefix), &message, help))
}

/// The field that the rule stands on.
fn property(path: &FieldPathBuf) -> String {
    let name = field(path);
    if name.is_empty() { "an object".to_owned() } else { format!("`{name}`") }
}

fn size(bytes: u64) -> String {
    if bytes < 10_000 { format!("{bytes} bytes") } else { format!("{} KB", bytes / 1000) }
}
