//! The order of API versions: `v2`, `v1`, `v1beta1`, `v1alpha1`, and other names behind these.
//!
//! Source: `apimachinery pkg/version/helpers.go`, `CompareKubeAwareVersionStrings`.

use std::cmp::Ordering;

/// Compares two versions: the newer one is the greater one, and other names are smaller, in reverse order.
///
/// ```
/// use crd_schema_go::kube_version::compare;
///
/// assert!(compare("v1", "v2beta1").is_gt());
/// assert!(compare("v1alpha1", "foo").is_gt());
/// ```
pub fn compare(one: &str, other: &str) -> Ordering {
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
    use super::compare;

    /// The order of the doc comment of `CompareKubeAwareVersionStrings`, turned round.
    #[test]
    fn versions_are_ordered_as_kubernetes_does() {
        let sorted =
            ["foo10", "foo1", "v11alpha2", "v12alpha1", "v3beta1", "v10beta3", "v11beta2", "v1", "v2", "v10"];
        for pair in sorted.windows(2) {
            if let [one, other] = pair {
                assert!(compare(one, other).is_lt(), "{one} < {other}");
            }
        }
    }
}
