//! Rules that a server may not be able to evaluate.

use super::{Check, LintRule, Remark};
use crate::estimate::{RuleCost, rule_costs};
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

fn remark(cost: &RuleCost, prefix: &FieldPathBuf) -> Option<Remark> {
    let (each, once) = (cost.cost()?, RuleCost::CALL_LIMIT);
    let text = format!(
        "the rule may cost {each} where a server spends {once} on one evaluation: large values are refused"
    );
    let help = cost.advice().unwrap_or("set maxLength, maxItems and maxProperties where they are missing");
    (each > once).then(|| Remark::at(cost.path().below(prefix), &text, help))
}
