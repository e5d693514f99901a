//! What is found, and where it stands in the user's file.
//!
//! Knows nothing of: what is checked.

pub(super) use crate::field_error::{
    forbidden, internal, invalid, invalid_list, invalid_repeated, invalid_struct, not_supported, owned,
    required,
};
pub(super) use crate::names::lower;
pub(super) use crate::wire::or_empty;

use super::place;
use crate::limits::Reported;
use crate::path::FieldPathBuf;
use crate::server_version::ServerVersion;
use crate::violation::{Violation, Violations};

/// A violation, with the place that the server does not tell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlacedError {
    /// What the server says.
    pub(crate) violation: Violation,
    /// Where the error stands in the definition as it was written.
    pub(crate) at: FieldPathBuf,
    /// What to do about it, where that depends on more than the message.
    pub(crate) help: Option<String>,
}

/// Errors in the server's order; their paths have no more message together than violations have.
#[derive(Debug, Default)]
pub(super) struct PlacedErrors {
    found: Vec<PlacedError>,
    /// The messages of the paths.
    reported: Reported,
}

impl PlacedErrors {
    pub(super) fn push(&mut self, violation: Violation) {
        let at = violation.path().clone();
        self.push_at(violation, &at);
    }

    /// An error with what to do about it.
    pub(super) fn push_with_help(&mut self, violation: Violation, help: impl Into<String>) {
        if self.reported.takes(violation.path().length()) {
            let at = place::written(violation.path());
            self.found.push(PlacedError { violation, at, help: Some(help.into()) });
        }
    }

    /// An error that stands elsewhere than its path says.
    pub(super) fn push_at(&mut self, violation: Violation, at: &FieldPathBuf) {
        if self.reported.takes(violation.path().length()) {
            self.found.push(PlacedError { violation, at: place::written(at), help: None });
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    pub(super) fn append(&mut self, other: Self) {
        let is_reported = |error: &PlacedError| self.reported.takes(error.violation.path().length());
        self.found.extend(other.found.into_iter().filter(is_reported));
    }

    /// All of them, as a server prints them.
    pub(super) fn printed_by(self, server: ServerVersion) -> Vec<PlacedError> {
        let printed =
            |error: PlacedError| PlacedError { violation: error.violation.printed_by(server), ..error };
        self.found.into_iter().map(printed).collect()
    }
}

impl Extend<Violation> for PlacedErrors {
    fn extend<I: IntoIterator<Item = Violation>>(&mut self, violations: I) {
        violations.into_iter().for_each(|violation| self.push(violation));
    }
}

/// The violations alone.
pub(super) fn violations(errors: Vec<PlacedError>) -> Violations {
    errors.into_iter().map(|error| error.violation).collect()
}
