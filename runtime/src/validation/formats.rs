//! Which formats a server checks.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/validation/formats.go`.
//!
//! Knows nothing of: schemas, values.

use crd_schema_go::formats::{Check, check};

use crate::server_version::ServerVersion;

/// What a server of that version asks of a string in an object.
///
/// A server trusts the formats of the minor before its own (`apiserver pkg/cel/environment/base.go`,
/// `DefaultCompatibilityVersion`).
pub(super) fn check_at(name: &str, version: ServerVersion) -> Option<Check> {
    if is_of_1_34(name) && version < ServerVersion::V1_35 { None } else { check(name) }
}

/// What it asks of a string in a default: all that it knows.
pub(super) fn check_of_default(name: &str, version: ServerVersion) -> Option<Check> {
    if is_of_1_34(name) && version < ServerVersion::V1_34 { None } else { check(name) }
}

fn is_of_1_34(name: &str) -> bool {
    matches!(name.replace('-', "").as_str(), "k8slongname" | "k8sshortname")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_formats_are_new() {
        assert!(check_at("k8s-short-name", ServerVersion::V1_34).is_none());
        assert!(check_at("k8s-short-name", ServerVersion::V1_35).is_some());
        assert!(check_of_default("k8s-short-name", ServerVersion::V1_33).is_none());
        assert!(check_of_default("k8s-short-name", ServerVersion::V1_34).is_some());
    }
}
