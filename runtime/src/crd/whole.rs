//! A definition as a whole, which takes all of CRD validation to judge.
//!
//! Knows nothing of: Rust types.

use super::size;
use super::validation::validate_crd;
use crate::lowering::Note;
use crate::violation::Violations;
use crate::wire::CustomResourceDefinition;

/// What a server says of the whole, but for the approval, which whoever installs the definition can add.
pub(super) fn violations(crd: &CustomResourceDefinition) -> Violations {
    let violations = validate_crd(crd).into_iter();
    violations.filter(|violation| !violation.path().to_string().contains("api-approved")).collect()
}

/// What the author should know of the whole.
pub(super) fn note(crd: &CustomResourceDefinition) -> Option<Note> {
    size::note(crd)
}
