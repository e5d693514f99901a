//! Attributes of other derives that describe a value, and that the derive does not read.

use super::facets;
use crate::describe::{Facet, TypeDesc};
use crate::lowering::Note;

/// A note for each of them in the type.
pub(super) fn notes(desc: &TypeDesc) -> Vec<Note> {
    let mut notes = Vec::new();
    facets::visit(desc, &mut |facet, path| {
        if let Facet::Foreign { attribute, cure } = *facet {
            let message =
                format!("`{attribute}` is of another derive, and the schema does not have it; {cure}");
            notes.push(Note::new(path, message).of("foreign-attribute"));
        }
    });
    notes
}
