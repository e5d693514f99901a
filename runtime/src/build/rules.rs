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

/// Why a server refuses rules of the definition: they are never given an old value, or are estimated too high.
pub(super) fn refused(crd: &CustomResourceDefinition) -> Vec<String> {
    let findings = lint(crd).into_iter().filter(|finding| finding.severity == Severity::Error);
    // A group without its approval is a warning here, for whoever installs the definition can add that.
    let mut found: Vec<String> = findings.filter(|finding| finding.rule.is_some()).map(text).collect();
    let costs = definition_costs(crd, ServerVersion::NEWEST);
    found.extend(costs.iter().filter_map(over_budget));
    found.extend(together(&costs));
    found
}

/// Which schemas have rules that are too dear together.
fn together(costs: &[RuleCost]) -> Vec<String> {
    let mut sums: BTreeMap<usize, u64> = BTreeMap::new();
    for cost in costs {
        let version = cost.path().steps().into_iter().find_map(|step| match step {
            PathStep::Index(index) => Some(*index),
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

/// What a server takes, but not as it was meant; the notes of a definition say the rest.
pub(super) fn odd(crd: &CustomResourceDefinition) -> Vec<String> {
    const TOLD: [&str; 3] = ["cost-near-budget", "format-not-enforced", "transition-rule-never-runs"];
    let findings = lint(crd).into_iter();
    findings.filter(|finding| finding.rule.is_some_and(|rule| TOLD.contains(&rule))).map(text).collect()
}

fn text(finding: Finding) -> String {
    let Finding { message, at, help, .. } = finding;
    // A server warns without a word on where.
    let place = if message.starts_with("spec") { String::new() } else { format!("{at}: ") };
    let help = help.map(|help| format!("; {help}")).unwrap_or_default();
    format!("{place}{message}{help}")
}
