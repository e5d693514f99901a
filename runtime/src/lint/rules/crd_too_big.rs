//! Definitions that do not fit into the annotation of `kubectl apply`.

use super::{Check, LintRule, Remark};
use crate::crd::size::{TooBig, too_big};
use crate::lint::Severity;
use crate::path::FieldPathBuf;
use crate::wire::CustomResourceDefinition;

pub(super) const RULE: LintRule = LintRule {
    id: "crd-too-big",
    severity: Severity::Warning,
    summary: "the CRD is larger than 256 KiB, which `kubectl apply` cannot handle",
    page: include_str!("crd_too_big.md"),
    check: Check::Definition(check),
};

fn check(crd: &CustomResourceDefinition) -> Vec<Remark> {
    let Some(TooBig { message, help, fits_without_descriptions }) = too_big(crd) else { return Vec::new() };
    let help = if fits_without_descriptions {
        format!("it fits without descriptions, such as with controller-gen's `crd:maxDescLen=0`; or {help}")
    } else {
        help
    };
    vec![Remark { message, at: FieldPathBuf::from_properties([]), help: Some(help) }]
}
