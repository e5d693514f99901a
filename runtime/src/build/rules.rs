//! What is known of a definition beyond its validation: of CEL rules, of formats, and of what no value satisfies.
//!
//! Knows nothing of: files, Rust types.

use crate::allow::Allow;
use crate::lint::{Finding, LintRule, allow, lint, lint_rules};
use crate::lowering::Note;
use crate::wire::CustomResourceDefinition;

/// Rules of lint that are not asked for a type: what they find is a note of the definition already, or no type can have it.
/// `docs/checks.md` says which.
const REPORTED_OTHERWISE: [&str; 10] = [
    "crd-too-big",
    "embedded-metadata-pruned",
    "empty-object-pruned",
    "immutable-list-item",
    "immutable-pins-parent",
    "kep-markers",
    "keys-beside-immutable",
    "lost-on-conversion",
    "needs-newer-server",
    "unknown-field",
];

/// What a server takes, but not as it was meant; the notes of a definition say the rest, and what it refuses is no definition.
pub(super) fn odd(crd: &CustomResourceDefinition, allows: &[Allow]) -> Vec<String> {
    let is_reported =
        |finding: &Finding| finding.rule.is_some_and(|rule| !REPORTED_OTHERWISE.contains(&rule));
    allow(lint(crd), allows).findings.into_iter().filter(is_reported).map(message).collect()
}

fn message(finding: Finding) -> String {
    let Finding { message, at, help, rule, .. } = finding;
    // A server warns without a word on where.
    let found_by = lint_rules().iter().find(|known| Some(known.id) == rule);
    let is_warning = found_by.is_some_and(LintRule::is_about_warnings);
    let place = if is_warning { format!("{at}: ") } else { String::new() };
    let help = help.map(|help| format!("; {help}")).unwrap_or_default();
    format!("{place}{message}{help}{}", in_brackets(rule))
}

/// The note with the name that accepts it.
pub(super) fn named(note: &Note) -> String {
    format!("{note}{}", in_brackets(note.rule()))
}

fn in_brackets(rule: Option<&str>) -> String {
    rule.map(|rule| format!(" [{rule}]")).unwrap_or_default()
}
