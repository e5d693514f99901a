//! What clients of a deprecated version are warned of.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/customresource_handler.go`, `defaultDeprecationWarning`; `apimachinery
//! pkg/version/helpers.go`, `CompareKubeAwareVersionStrings`.
//!
//! Knows nothing of: objects.

use std::cmp::Ordering;

use crate::wire::{CrdSpec, CrdVersion, or_empty};

/// The value of the `Warning` header; **quirk**: an empty one of the CRD is none.
pub(super) fn warning(spec: &CrdSpec, version: &CrdVersion) -> Option<String> {
    if version.deprecated != Some(true) {
        return None;
    }
    let warning = version.deprecation_warning.clone().unwrap_or_else(|| default_warning(spec, version));
    Some(warning).filter(|warning| !warning.is_empty())
}

fn default_warning(spec: &CrdSpec, version: &CrdVersion) -> String {
    let (group, name) = (or_empty(spec.group.as_ref()), or_empty(version.name.as_ref()));
    let kind = or_empty(spec.names.as_ref().and_then(|names| names.kind.as_ref()));
    let warning = format!("{group}/{name} {kind} is deprecated");
    let served = spec.versions.iter().flatten().filter(|other| {
        let is_served = other.served == Some(true) && other.deprecated != Some(true);
        is_served && order(name, or_empty(other.name.as_ref())) == Ordering::Less
    });
    let newest = served.map(|other| or_empty(other.name.as_ref())).max_by(|one, other| order(one, other));
    newest.map_or(warning.clone(), |newest| format!("{warning}; use {group}/{newest} {kind}"))
}

/// Whether a version comes before another one: `v1alpha1`, `v1beta1`, `v1`; other names come first, in reverse order.
fn order(one: &str, other: &str) -> Ordering {
    match (Parsed::of(one), Parsed::of(other)) {
        (Some(ours), Some(theirs)) => ours.cmp(&theirs),
        (Some(_), None) => Ordering::Greater,
        (None, Some(_)) => Ordering::Less,
        (None, None) => other.cmp(one),
    }
}

/// `v<major>`, `v<major>alpha<minor>` or `v<major>beta<minor>`, in the order of the fields.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Parsed {
    maturity: Maturity,
    major: i64,
    minor: i64,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Maturity {
    Alpha,
    Beta,
    Stable,
}

impl Parsed {
    fn of(version: &str) -> Option<Self> {
        let rest = version.strip_prefix('v')?;
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (major, word) = rest.split_at_checked(end)?;
        let (maturity, minor) = match (word.strip_prefix("alpha"), word.strip_prefix("beta")) {
            (Some(minor), _) => (Maturity::Alpha, number(minor)?),
            (_, Some(minor)) => (Maturity::Beta, number(minor)?),
            _ if word.is_empty() => (Maturity::Stable, 0),
            _ => return None,
        };
        Some(Self { maturity, major: number(major)?, minor })
    }
}

/// A number without a sign.
fn number(digits: &str) -> Option<i64> {
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::order;

    /// The order of the doc comment of `CompareKubeAwareVersionStrings`, turned round.
    #[test]
    fn versions_are_ordered_as_kubernetes_does() {
        let sorted =
            ["foo10", "foo1", "v11alpha2", "v12alpha1", "v3beta1", "v10beta3", "v11beta2", "v1", "v2", "v10"];
        for pair in sorted.windows(2) {
            if let [one, other] = pair {
                assert!(order(one, other).is_lt(), "{one} < {other}");
            }
        }
    }
}
