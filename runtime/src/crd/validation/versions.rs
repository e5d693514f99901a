//! Versions: their names, warnings, and which of them are stored.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`, `validateCustomResourceDefinitionSpec`,
//! `validateDeprecationWarning`, `ValidateCustomResourceDefinitionStoredVersions`.
//!
//! Knows nothing of: schemas.

use std::collections::{BTreeMap, HashSet};

use super::error::{PlacedErrors, invalid, invalid_list, invalid_struct};
use super::internal::{Spec, Version};
use crate::crd::checks::names;
use crate::go_text;
use crate::path::FieldPath;
use crate::server_version::ServerVersion;
use crate::violation::Violation;
use crate::wire::CrdVersion;

const WARNING_LIMIT: usize = 256;

/// What is wrong with the versions taken together.
pub(super) fn together(spec: &Spec<'_>, path: &FieldPath<'_>, found: &mut PlacedErrors) {
    let versions = path.property("versions");
    let mut seen = HashSet::new();
    if !spec.versions.iter().all(|version| seen.insert(version.name)) {
        found.push(invalid_struct(&versions, "must contain unique version names"));
    }
    if spec.versions.iter().filter(|version| version.is_storage()).count() != 1 {
        let detail = "must have exactly one version marked as storage version";
        // A list of versions is not shown: only an internal type has it as Go prints it.
        found.push(match &spec.wire.versions {
            Some(some) if !some.is_empty() => invalid_struct(&versions, detail),
            none => invalid(&versions, none.as_ref().map(|_| Vec::<String>::new()), detail),
        });
    }
    // Quirk: the name of the first version is validated twice, for the internal type has it twice.
    let first = spec.versions.first().map(|version| version.name).filter(|name| !name.is_empty());
    found.extend(first.and_then(|name| names::label(name, &path.property("version"))));
}

/// What is wrong with the warning of a version.
pub(super) fn deprecation(version: &CrdVersion, path: &FieldPath<'_>) -> Vec<Violation> {
    let Some(warning) = version.deprecation_warning.as_deref() else { return Vec::new() };
    let path = path.property("deprecationWarning");
    let reasons = if version.deprecated == Some(true) {
        unfit(warning)
    } else {
        vec!["can only be set for deprecated versions".to_owned()]
    };
    reasons.into_iter().map(|reason| invalid(&path, warning, reason).of_pointer()).collect()
}

fn unfit(warning: &str) -> Vec<String> {
    let mut reasons = Vec::new();
    // Quirk: the message says characters, the count is of bytes (`validation.go`).
    if warning.len() > WARNING_LIMIT {
        reasons.push("must be <= 256 characters long".to_owned());
    }
    if warning.is_empty() {
        reasons.push("must not be an empty string".to_owned());
    }
    if let Some((index, _)) = warning.char_indices().find(|(_, c)| !go_text::is_print(*c)) {
        reasons.push(format!(
            "must only contain printable UTF-8 characters; non-printable character found at index {index}"
        ));
    }
    reasons
}

/// What is wrong with `status.storedVersions` of the definition that is called `name`.
pub(super) fn stored(
    name: &str,
    stored: Option<&[String]>,
    versions: &[Version<'_>],
    server: ServerVersion,
    path: &FieldPath<'_>,
    found: &mut PlacedErrors,
) {
    let none = stored.map(|_| Vec::<String>::new());
    let stored = stored.unwrap_or_default();
    if stored.is_empty() {
        let help = "no version is stored: say `storage: true` of one version (in Rust, leave `storage = false` out of one)";
        return found
            .push_with_help(invalid(path, none, "must have at least one stored version").of_strings(), help);
    }
    let positions = stored.iter().enumerate().map(|(index, name)| (name.as_str(), index));
    let mut left: BTreeMap<&str, usize> = positions.collect();
    for version in versions {
        // Quirk: a name is counted off once, so that the second version of a name is not found (`validation.go`).
        if left.remove(version.name).is_none() && version.is_storage() {
            let detail = format!("must have the storage version {}", version.name);
            found.push(invalid_list(path, stored, detail));
        }
    }
    let kept: Vec<_> = stored.iter().filter(|version| !left.contains_key(version.as_str())).collect();
    let cure = |version: &str| migration(name, version, &kept);
    for (name, index) in left {
        if server < ServerVersion::V1_33 {
            found.push_with_help(
                invalid(&path.index(index), name, "must appear in spec.versions"),
                cure(name),
            );
            continue;
        }
        let detail = format!(
            "missing from spec.versions; {name} was previously a storage version, and must remain in \
             spec.versions until a storage migration ensures no data remains persisted in {name} and removes {name} \
             from status.storedVersions"
        );
        found.push_with_help(invalid(&path.index(index), name, detail), cure(name));
    }
}

/// How a version is given up; `kept` are the other stored versions.
fn migration(name: &str, version: &str, kept: &[&String]) -> String {
    let kept: Vec<_> = kept.iter().map(|version| go_text::quoted(version)).collect();
    format!(
        "keep {version} with `served: false`; write every stored object once more (`kubectl get {name} -A -o json | kubectl \
         replace -f -`); take {version} out of the status (`kubectl patch crd {name} --subresource=status --type=merge -p \
         '{{\"status\":{{\"storedVersions\":[{}]}}}}'`); then remove it",
        kept.join(",")
    )
}
