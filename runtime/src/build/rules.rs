//! What is known of a definition beyond its validation: of CEL rules, and of formats.
//!
//! Knows nothing of: files, Rust types.

use crate::lint::{Finding, lint};
use crate::wire::CustomResourceDefinition;

/// What a server takes, but not as it was meant; the notes of a definition say the rest, and what it refuses is no definition.
pub(super) fn odd(crd: &CustomResourceDefinition) -> Vec<String> {
    const TOLD: [&str; 3] = ["cost-near-budget", "format-not-enforced", "transition-rule-never-runs"];
    let is_told = |finding: &Finding| finding.rule.is_some_and(|rule| TOLD.contains(&rule));
    lint(crd).into_iter().filter(is_told).map(text).collect()
}

fn text(finding: Finding) -> String {
    let Finding { message, at, help, .. } = finding;
    // A server warns without a word on where.
    let place = if message.starts_with("spec") { String::new() } else { format!("{at}: ") };
    let help = help.map(|help| format!("; {help}")).unwrap_or_default();
    format!("{place}{message}{help}")
}
