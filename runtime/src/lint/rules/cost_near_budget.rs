//! Rules that a server may not be able to evaluate.

use super::{Check, LintRule, Remark};
use crate::estimate::{RuleCost, rule_costs};
use crate::lint::Severity;
use crate::path::{FieldPath, FieldPathBuf};
use crate::schema::StructuralSchema;
use crate::server_version::ServerVersion;

pub(super) const RULE: LintRule = LintRule {
    id: "cost-near-budget",
    severity: Severity::Warning,
    summary: "the rule may cost more than a server spends, or is accepted only just",
    page: include_str!("cost_near_budget.md"),
    check: Check::Schema(check),
};

fn check(schema: &StructuralSchema, path: &FieldPath<'_>) -> Vec<Remark> {
    let prefix = path.to_owned(crate::path::PathStyle::Bracketed);
    let costs = rule_costs(schema, ServerVersion::NEWEST);
    let mut remarks: Vec<_> = costs.iter().filter_map(|cost| remark(cost, &prefix)).collect();
    remarks.extend(together(&costs).map(|text| {
        let help = "`crd-schema cost` prints the estimate of each: set bounds where the dearest ones are";
        Remark::at(prefix, &text, help)
    }));
    remarks
}

/// What a server says of all rules of a schema, when it takes each of them.
fn together(costs: &[RuleCost]) -> Option<String> {
    let totals = || costs.iter().filter_map(RuleCost::total);
    let (all, limit) = (totals().fold(0_u64, u64::saturating_add), RuleCost::SCHEMA_LIMIT);
    let each = totals().all(|total| total <= RuleCost::LIMIT);
    (each && all > limit)
        .then(|| format!("the rules are estimated at {all} together, and a server accepts {limit}"))
}

fn remark(cost: &RuleCost, prefix: &FieldPathBuf) -> Option<Remark> {
    let (each, total) = (cost.cost()?, cost.total()?);
    let (limit, once) = (RuleCost::LIMIT, RuleCost::CALL_LIMIT);
    let text = if total > limit {
        format!("the rule is estimated at {total}, and a server accepts {limit}")
    } else if each > once {
        format!(
            "the rule may cost {each} where a server spends {once} on one evaluation: large values are refused"
        )
    } else {
        return None;
    };
    let help = cost.advice().unwrap_or("set maxLength, maxItems and maxProperties where they are missing");
    Some(Remark::at(cost.path().below(prefix), &text, help))
}
