//! Definitions that do not fit into the annotation of `kubectl apply`.

use super::{Check, LintRule, Remark};
use std::io::{self, Write};

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

/// How much all annotations of an object may take, `TotalAnnotationSizeLimitB` of
/// `k8s.io/apimachinery pkg/api/validation/objectmeta.go`.
const LIMIT: usize = 262_144;

fn check(crd: &CustomResourceDefinition) -> Vec<Remark> {
    let mut size = Counter(0);
    // What cannot be written has no size.
    if serde_json::to_writer(&mut size, crd).is_err() || size.0 <= LIMIT {
        return Vec::new();
    }
    let message = format!(
        "the CRD takes {} bytes as JSON: `kubectl apply` keeps a copy in an annotation, where at most {LIMIT} fit",
        size.0
    );
    let help = "use `kubectl apply --server-side` or `kubectl create`, or shorten the descriptions";
    vec![Remark { message, at: FieldPathBuf::from_properties([]), help: Some(help.to_owned()) }]
}

/// Counts without keeping.
struct Counter(usize);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.saturating_add(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
