//! Groups that belong to the Kubernetes community, and `preserveUnknownFields`.
//!
//! Source: `pkg/apihelpers/helpers.go`, `GetAPIApprovalState`;
//! `pkg/apis/apiextensions/validation/validation.go`, `validateAPIApproval`, `validatePreserveUnknownFields`.
//!
//! Knows nothing of: schemas.

use crd_schema_go::url::Url;

use super::error::{PlacedErrors, invalid, required};
use super::internal::Spec;
use crate::crd::checks::names::is_protected;
use crate::path::FieldPath;
use crate::violation::Cause;
use crate::wire::ObjectMeta;

const ANNOTATION: &str = "api-approved.kubernetes.io";

/// How far the API of a group is approved.
#[derive(Clone, Copy, PartialEq)]
enum Approval {
    Invalid,
    Approved,
    Bypassed,
    Missing,
}

impl Approval {
    fn of(metadata: &ObjectMeta) -> Self {
        match annotation(metadata) {
            "" => Self::Missing,
            string if string.starts_with("unapproved") => Self::Bypassed,
            string if is_address(string) => Self::Approved,
            _ => Self::Invalid,
        }
    }
}

fn annotation(metadata: &ObjectMeta) -> &str {
    metadata.annotations.as_ref().and_then(|all| all.get(ANNOTATION)).map_or("", String::as_str)
}

fn is_address(string: &str) -> bool {
    Url::parse_request(string).is_ok_and(|url| !url.host.is_empty() && !url.scheme.is_empty())
}

/// `old` is the metadata before an update; an approval that does not change is not validated.
pub(super) fn check(group: &str, new: &ObjectMeta, old: Option<&ObjectMeta>, found: &mut PlacedErrors) {
    let approval = Approval::of(new);
    if !is_protected(group) || old.map(Approval::of) == Some(approval) {
        return;
    }
    let metadata = FieldPath::ROOT.property("metadata");
    let annotations = metadata.property("annotations");
    let path = annotations.key(ANNOTATION);
    match approval {
        Approval::Approved | Approval::Bypassed => {}
        Approval::Missing => {
            let detail = format!(
                "protected groups must have approval annotation \"{ANNOTATION}\", see \
                 https://github.com/kubernetes/enhancements/pull/1111"
            );
            found.push(required(&path, detail).caused_by(Cause::Approval));
        }
        Approval::Invalid => {
            let detail = format!(
                "protected groups must have approval annotation \"{ANNOTATION}\" with either a URL or a reason \
                 starting with \"unapproved\", see https://github.com/kubernetes/enhancements/pull/1111"
            );
            found.push(invalid(&path, annotation(new), detail).caused_by(Cause::Approval));
        }
    }
}

/// `old` is the spec before an update; what was true may stay so.
pub(super) fn preserve_unknown_fields(spec: &Spec<'_>, old: Option<&Spec<'_>>, found: &mut PlacedErrors) {
    if spec.preserves_unknown_fields() && !old.is_some_and(Spec::preserves_unknown_fields) {
        let detail = "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in \
                      spec.versions[*].schema instead";
        let spec = FieldPath::ROOT.property("spec");
        found.push(invalid(&spec.property("preserveUnknownFields"), true, detail));
    }
}
