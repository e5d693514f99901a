//! A definition as a whole, for which all of CRD validation is needed.
//!
//! Knows nothing of: Rust types.

use super::size;
use super::validation::{PlacedError, create_errors};
use crate::lowering::Note;
use crate::violation::{Cause, Violation, Violations};
use crate::wire::CustomResourceDefinition;

/// What a server says of the whole, but for the approval, which whoever installs the definition can add.
pub(super) fn violations(crd: &CustomResourceDefinition) -> Violations {
    let violations = create_errors(crd).into_iter().map(with_help);
    violations.filter(|violation| violation.cause() != Cause::Approval).collect()
}

/// Whoever wrote the type reads on what to do.
fn with_help(error: PlacedError) -> Violation {
    let PlacedError { violation, help, .. } = error;
    let Some(help) = help else { return violation };
    let (kind, path, value) = (violation.kind(), violation.path().clone(), violation.value().cloned());
    let detail = format!("{}; {help}", violation.detail());
    Violation::new(kind, path, value, detail).caused_by(violation.cause())
}

/// What the author should know of the whole.
pub(super) fn note(crd: &CustomResourceDefinition) -> Option<Note> {
    size::note(crd)
}
