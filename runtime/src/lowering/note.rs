//! What to know about a published schema.

use std::fmt;

use crate::path::{FieldPath, FieldPathBuf, PathStyle};

/// Something to know about a published schema that is no error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    path: FieldPathBuf,
    message: String,
    rule: Option<&'static str>,
}

impl Note {
    pub(crate) fn new(path: &FieldPath<'_>, message: impl Into<String>) -> Self {
        Self::at(path.to_owned(PathStyle::Bracketed), message)
    }

    pub(crate) fn at(path: FieldPathBuf, message: impl Into<String>) -> Self {
        Self { path, message: message.into(), rule: None }
    }

    /// The same note, which authors can accept by this id.
    pub(crate) fn of(self, rule: &'static str) -> Self {
        Self { rule: Some(rule), ..self }
    }

    /// The same note, its path placed below `prefix`.
    pub(crate) fn below(self, prefix: &FieldPathBuf) -> Self {
        Self { path: self.path.below(prefix), ..self }
    }

    /// Where in the schema; empty for the schema as a whole.
    pub fn path(&self) -> &FieldPathBuf {
        &self.path
    }

    /// The id by which an author accepts it, as in [`Allow::rule`](crate::crd::Allow::rule); none for what is only to be known.
    pub fn rule(&self) -> Option<&'static str> {
        self.rule
    }

    /// What to know.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.steps().is_empty() {
            return f.write_str(&self.message);
        }
        write!(f, "{}: {}", self.path, self.message)
    }
}
