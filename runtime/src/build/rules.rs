//! What is known of a definition beyond its validation: of CEL rules, and of formats.
//!
//! Knows nothing of: files, Rust types.

use std::collections::BTreeMap;

use crate::crd::definition_costs;
use crate::estimate::RuleCost;
use crate::lint::{Finding, Severity, lint};
use crate::path::PathStep;
use crate::server_version::ServerVersion;
use crate::wire::CustomResourceDefinition;

/// What is found in a definition.
pub(super) struct Judged {
    /// Why a server refuses rules: they are never given an old value, or are estimated too high.
    pub(super) refused: Vec<String>,
    /// What a server takes, but not as it was meant; the notes of a definition say the rest.
    pub(super) odd: Vec<String>,
}

pub(super) fn judge(crd: &CustomResourceDefinition) -> Judged {
    const TOLD: [&str; 3] = ["cost-near-budget", "format-not-enforced", "transition-rule-never-runs"];
    // A group without its approval is no rule's: whoever installs the definition can add that.
    let findings = lint(crd).into_iter().filter_map(|finding| Some((finding.rule?, finding)));
    let (errors, warnings): (Vec<_>, Vec<_>) =
        findings.partition(|(_, finding)| finding.severity == Severity::Error);
    let odd = warnings.into_iter().filter(|(rule, _)| TOLD.contains(rule));
    let mut refused: Vec<_> = errors.into_iter().map(|(_, finding)| text(finding)).collect();
    refused.extend(over_budgets(crd));
    Judged { refused, odd: odd.map(|(_, finding)| text(finding)).collect() }
}

fn over_budgets(crd: &CustomResourceDefinition) -> Vec<String> {
    let costs = definition_costs(crd, ServerVersion::NEWEST);
    let mut found: Vec<_> = costs.iter().filter_map(over_budget).collect();
    found.extend(together(&costs));
    found
}

/// Which schemas have rules that are too dear together.
fn together(costs: &[RuleCost]) -> Vec<String> {
    let mut sums: BTreeMap<usize, u64> = BTreeMap::new();
    for cost in costs {
        let version = cost.path().steps().into_iter().find_map(|step| match step {
            PathStep::Index(index) => Some(index),
            _ => None,
        });
        let sum = sums.entry(version.unwrap_or_default()).or_default();
        *sum = sum.saturating_add(cost.total().unwrap_or_default());
    }
    let limit = RuleCost::SCHEMA_LIMIT;
    let dear = sums.into_iter().filter(|(_, sum)| *sum > limit);
    let text = |(version, sum)| {
        format!(
            "spec.versions[{version}]: the rules are estimated at {sum} together, and a server accepts {limit}"
        )
    };
    dear.map(text).collect()
}

fn over_budget(cost: &RuleCost) -> Option<String> {
    let (total, limit) = (cost.total()?, RuleCost::LIMIT);
    let advice = cost.advice().unwrap_or("set maxLength, maxItems and maxProperties where they are missing");
    let path = cost.path();
    (total > limit)
        .then(|| format!("{path}: the rule is estimated at {total}, and a server accepts {limit}; {advice}"))
}

fn text(finding: Finding) -> String {
    let Finding { message, at, help, .. } = finding;
    // A server warns without a word on where.
    let place = if message.starts_with("spec") { String::new() } else { format!("{at}: ") };
    let help = help.map(|help| format!("; {help}")).unwrap_or_default();
    format!("{place}{message}{help}")
}
