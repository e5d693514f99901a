//! What is known of a definition beyond its validation: of CEL rules, and of formats.
//!
//! Knows nothing of: files, Rust types.

use crate::allow::Allow;
use crate::lint::{Finding, Severity, allow, lint};
use crate::violation::{ErrorKind, Violation, Violations};
use crate::wire::CustomResourceDefinition;

/// What a server takes, but not as it was meant, or nobody here can tell; the notes of a definition say the rest.
const TOLD: [&str; 5] = [
    "cost-near-budget",
    "format-not-enforced",
    "immutable-in-one-version",
    "rule-not-checked",
    "transition-rule-never-runs",
];

/// What `lint` says of a definition that a server's validation, as far as it is known, lets pass.
///
/// # Errors
/// Rules that a server cannot compile.
pub(super) fn odd(crd: &CustomResourceDefinition, allows: &[Allow]) -> Result<Vec<String>, Violations> {
    let findings = allow(lint(crd), allows).findings;
    let (broken, others): (Vec<_>, Vec<_>) = findings.into_iter().partition(is_broken);
    broken.iter().map(violation).collect::<Violations>().into_result()?;
    let is_told = |finding: &Finding| finding.rule.is_some_and(|rule| TOLD.contains(&rule));
    Ok(others.into_iter().filter(is_told).map(text).collect())
}

fn is_broken(finding: &Finding) -> bool {
    finding.severity == Severity::Error && finding.rule == Some("rule-syntax-error")
}

fn violation(finding: &Finding) -> Violation {
    let message = finding.message.strip_prefix(&format!("{}: Invalid value: ", finding.at));
    Violation::new(ErrorKind::Invalid, finding.at.clone(), None, message.unwrap_or(&finding.message))
}

fn text(finding: Finding) -> String {
    let Finding { message, at, help, .. } = finding;
    // A server warns without a word on where.
    let place = if message.starts_with("spec") { String::new() } else { format!("{at}: ") };
    let help = help.map(|help| format!("; {help}")).unwrap_or_default();
    format!("{place}{message}{help}")
}
