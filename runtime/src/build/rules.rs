//! What is known of a definition beyond its validation: of CEL rules, and of formats.
//!
//! Knows nothing of: files, Rust types.

use crate::lint::{Finding, Severity, lint};
use crate::wire::CustomResourceDefinition;

/// What is found in a definition.
pub(super) struct Judged {
    /// Why a server refuses it.
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
    Judged {
        refused: errors.into_iter().map(|(_, finding)| text(finding)).collect(),
        odd: odd.map(|(_, finding)| text(finding)).collect(),
    }
}

fn text(finding: Finding) -> String {
    let Finding { message, at, help, .. } = finding;
    // A server warns without a word on where.
    let place = if message.starts_with("spec") { String::new() } else { format!("{at}: ") };
    let help = help.map(|help| format!("; {help}")).unwrap_or_default();
    format!("{place}{message}{help}")
}
