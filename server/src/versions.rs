//! The order of versions: `v2`, `v1`, `v1beta1`, `v1alpha1`, and other names behind these.
//!
//! Source: `apimachinery pkg/version/helpers.go`, `CompareKubeAwareVersionStrings`.

use std::cmp::Ordering;

/// The newer version is the greater one.
pub(crate) fn compare(one: &str, other: &str) -> Ordering {
    match (parsed(one), parsed(other)) {
        (Some(one), Some(other)) => one.cmp(&other),
        (Some(_), None) => Ordering::Greater,
        (None, Some(_)) => Ordering::Less,
        (None, None) => other.cmp(one),
    }
}

/// Stability, major and minor.
fn parsed(version: &str) -> Option<(u8, u64, u64)> {
    let rest = version.strip_prefix('v')?;
    let (major, rest) = digits(rest)?;
    if rest.is_empty() {
        return Some((2, major, 0));
    }
    let (stability, rest) = match rest.strip_prefix("beta") {
        Some(rest) => (1, rest),
        None => (0, rest.strip_prefix("alpha")?),
    };
    let (minor, rest) = digits(rest)?;
    rest.is_empty().then_some((stability, major, minor))
}

/// A number without a leading zero, and what follows.
fn digits(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    if number.starts_with('0') {
        return None;
    }
    Some((number.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::compare;

    /// The order that the documentation of CRD versions gives.
    #[test]
    fn stable_versions_are_the_newest() {
        let sorted =
            ["v10", "v2", "v1", "v11beta2", "v10beta3", "v3beta1", "v12alpha1", "v11alpha2", "foo1", "foo10"];
        let mut versions = sorted;
        versions.reverse();
        versions.sort_by(|one, other| compare(other, one));
        assert_eq!(versions, sorted);
    }
}
