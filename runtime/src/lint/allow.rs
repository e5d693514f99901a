//! Findings without those that the author accepts.

use super::{Finding, Severity, lint_rules};
use crate::allow::Allow;
use crate::describe::RULE_IDS;

/// Findings, parted by whether they are accepted.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Sifted {
    /// Those that nobody accepts.
    pub findings: Vec<Finding>,
    /// Those that are accepted, each with the reason.
    pub allowed: Vec<(Finding, Option<String>)>,
}

/// Parts findings by whether one of `allows` accepts them; what a server refuses stays.
///
/// ```
/// use crd_schema::crd::Allow;
/// use crd_schema::lint::allow;
/// use crd_schema::{CustomResourceDefinition, lint};
/// use serde_json::json;
///
/// let crd: CustomResourceDefinition = serde_json::from_value(json!({
///     "metadata": {"name": "crontabs.example.com"},
///     "spec": {
///         "group": "example.com",
///         "names": {"kind": "CronTab", "plural": "crontabs"},
///         "scope": "Namespaced",
///         "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
///             "type": "object",
///             "properties": {"mode": {
///                 "type": "string", "maxLength": 9, "x-kubernetes-validations": [{"rule": "self == oldSelf"}],
///             }},
///         }}}],
///     },
/// }))?;
/// let accepted = [Allow::rule("immutable-bypass").matching("mode").because("no client removes it")];
/// let sifted = allow(lint(&crd), &accepted);
/// assert_eq!((sifted.findings.len(), sifted.allowed.len()), (0, 1));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn allow(findings: Vec<Finding>, allows: &[Allow]) -> Sifted {
    let mut sifted = Sifted::default();
    for finding in findings {
        let by = finding.rule.filter(|_| finding.severity != Severity::Error);
        match by.and_then(|rule| allows.iter().find(|allow| allow.covers(rule, &finding.at))) {
            Some(allow) => sifted.allowed.push((finding, allow.reason().map(str::to_owned))),
            None => sifted.findings.push(finding),
        }
    }
    sifted
}

/// Why findings of a rule cannot be accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotAllowed {
    /// There is no such rule.
    #[error("there is no rule {id:?}{}", did_you_mean(.near))]
    Unknown {
        /// What was asked for.
        id: String,
        /// Rules that are called nearly so.
        near: Vec<&'static str>,
    },
    /// A server refuses what the rule finds.
    #[error("{0:?} is about what a server refuses, which nobody can allow")]
    Refused(&'static str),
}

fn did_you_mean(near: &[&'static str]) -> String {
    if near.is_empty() {
        return "; `crd-schema explain` lists them".to_owned();
    }
    format!("; did you mean {}?", near.join(" or "))
}

/// The rule of this name, if findings of it can be accepted.
///
/// ```
/// use crd_schema::lint::rule_named;
///
/// assert_eq!(rule_named("nullable-enum"), Ok("nullable-enum"));
/// let unknown = rule_named("nulable-enum").unwrap_err();
/// assert_eq!(unknown.to_string(), r#"there is no rule "nulable-enum"; did you mean nullable-enum?"#);
/// assert!(rule_named("cost-over-budget").is_err());
/// ```
///
/// # Errors
/// There is no such rule, or a server refuses what it finds.
pub fn rule_named(id: &str) -> Result<&'static str, NotAllowed> {
    let refuses = |rule: &&super::LintRule| rule.id == id && rule.severity == Severity::Error;
    if let Some(rule) = lint_rules().iter().find(refuses) {
        return Err(NotAllowed::Refused(rule.id));
    }
    let known = || lint_rules().iter().map(|rule| rule.id).chain(RULE_IDS.iter().copied());
    if let Some(known) = known().find(|known| *known == id) {
        return Ok(known);
    }
    let mut near: Vec<_> = known().filter(|known| is_near(id, known)).collect();
    near.sort_unstable();
    near.dedup();
    Err(NotAllowed::Unknown { id: id.to_owned(), near })
}

/// A third of the letters may be wrong.
fn is_near(id: &str, rule: &str) -> bool {
    rule.starts_with(id) && !id.is_empty() || distance(id, rule) <= rule.len() / 3
}

/// How many letters must be put in, left out or replaced; ids are short, and what is much longer is far from all.
fn distance(one: &str, other: &str) -> usize {
    if one.len() > other.len().saturating_mul(2) {
        return one.len();
    }
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, byte) in one.bytes().enumerate() {
        let mut next = vec![index.saturating_add(1)];
        for ((above_left, above), wanted) in row.iter().zip(row.iter().skip(1)).zip(other.bytes()) {
            let left = next.last().copied().unwrap_or_default();
            let replaced = above_left.saturating_add(usize::from(byte != wanted));
            next.push(replaced.min(above.saturating_add(1)).min(left.saturating_add(1)));
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{distance, rule_named};
    use crate::describe::RULE_IDS;
    use crate::lint::{Severity, lint_rules};

    #[test]
    fn letters_are_counted() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", "abc"), 0);
    }

    #[test]
    fn every_warning_can_be_allowed_and_no_error() {
        for rule in lint_rules() {
            assert_eq!(rule_named(rule.id).is_ok(), rule.severity != Severity::Error, "{}", rule.id);
        }
        for id in RULE_IDS {
            assert!(rule_named(id).is_ok(), "{id}");
        }
        assert!(rule_named(&"x".repeat(1_000_000)).is_err());
    }
}
