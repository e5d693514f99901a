//! What is found, and where it stands in the user's file.
//!
//! Knows nothing of: what is checked.

use serde_json::Value;

use super::place;
use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::violation::{ErrorKind, Violation, Violations};

/// A violation, with the place that the server does not tell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    /// What the server says.
    pub(crate) violation: Violation,
    /// Where the fault stands in the definition as it was written.
    pub(crate) at: FieldPathBuf,
}

/// Faults in the server's order.
#[derive(Debug, Default)]
pub(super) struct Faults(Vec<Fault>);

impl Faults {
    pub(super) fn push(&mut self, violation: Violation) {
        let at = place::written(violation.path());
        self.0.push(Fault { violation, at });
    }

    /// A fault that stands elsewhere than its path says.
    pub(super) fn push_at(&mut self, violation: Violation, at: &FieldPathBuf) {
        self.0.push(Fault { violation, at: place::written(at) });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn append(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(super) fn into_vec(self) -> Vec<Fault> {
        self.0
    }
}

impl Extend<Violation> for Faults {
    fn extend<I: IntoIterator<Item = Violation>>(&mut self, violations: I) {
        violations.into_iter().for_each(|violation| self.push(violation));
    }
}

/// The violations alone.
pub(super) fn violations(faults: Vec<Fault>) -> Violations {
    faults.into_iter().map(|fault| fault.violation).collect()
}

/// The path as the server prints it.
pub(super) fn owned(path: &FieldPath<'_>) -> FieldPathBuf {
    path.to_owned(PathStyle::Bracketed)
}

pub(super) fn required(path: &FieldPath<'_>, detail: impl Into<String>) -> Violation {
    Violation::required(owned(path), detail)
}

pub(super) fn forbidden(path: &FieldPath<'_>, detail: impl Into<String>) -> Violation {
    Violation::forbidden(owned(path), detail)
}

pub(super) fn invalid(path: &FieldPath<'_>, value: impl Into<Value>, detail: impl Into<String>) -> Violation {
    Violation::invalid(owned(path), value.into(), detail)
}

/// An invalid value of which upstream prints a Go struct of its own; nothing is printed here.
pub(super) fn invalid_struct(path: &FieldPath<'_>, detail: impl Into<String>) -> Violation {
    Violation::new(ErrorKind::Invalid, owned(path), None, detail)
}

/// How much of a value is repeated in each of the violations that there may be of it.
const REPEATED_LIMIT: usize = 1024;

/// An invalid text that other violations may repeat: upstream's share it, ours would take its length squared.
pub(super) fn invalid_repeated(path: &FieldPath<'_>, value: &str, detail: impl Into<String>) -> Violation {
    let value = (value.len() <= REPEATED_LIMIT).then(|| value.into());
    Violation::new(ErrorKind::Invalid, owned(path), value, detail)
}

/// An invalid list that other violations may repeat.
pub(super) fn invalid_list(path: &FieldPath<'_>, list: &[String], detail: impl Into<String>) -> Violation {
    let is_short = |list: &[String]| list.iter().map(String::len).sum::<usize>() <= REPEATED_LIMIT;
    let value = (list.len() <= 64 && is_short(list)).then(|| list.to_vec().into());
    Violation::new(ErrorKind::Invalid, owned(path), value, detail)
}

pub(super) fn not_supported(path: &FieldPath<'_>, value: &str, supported: &[&str]) -> Violation {
    Violation::not_supported(owned(path), value.into(), supported)
}

/// A text of the wire, where none and the empty one are the same.
pub(super) fn text(member: Option<&String>) -> &str {
    member.map_or("", String::as_str)
}

/// `strings.ToLower`: character by character, where Rust looks at the word.
pub(super) fn lower(text: &str) -> String {
    text.chars().filter_map(|c| c.to_lowercase().next()).collect()
}
