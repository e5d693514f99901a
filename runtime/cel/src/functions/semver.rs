//! Semantic versions.
//!
//! Source: `apiserver pkg/cel/library/semverlib.go`.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::new("compareTo", "semver_compare_to", "kubernetes.Semver.(kubernetes.Semver) -> int").since(34, 33),
    Row::new("isGreaterThan", "semver_is_greater_than", "kubernetes.Semver.(kubernetes.Semver) -> bool")
        .since(34, 33),
    Row::new("isLessThan", "semver_is_less_than", "kubernetes.Semver.(kubernetes.Semver) -> bool")
        .since(34, 33),
    Row::new("isSemver", "is_semver_string", "(string) -> bool").since(34, 33),
    Row::new("isSemver", "is_semver_string_bool", "(string, bool) -> bool").since(34, 33),
    Row::new("major", "semver_major", "kubernetes.Semver.() -> int").since(34, 33),
    Row::new("minor", "semver_minor", "kubernetes.Semver.() -> int").since(34, 33),
    Row::new("patch", "semver_patch", "kubernetes.Semver.() -> int").since(34, 33),
    Row::new("semver", "string_to_semver", "(string) -> kubernetes.Semver").since(34, 33),
    Row::new("semver", "string_bool_to_semver", "(string, bool) -> kubernetes.Semver").since(34, 33),
];
