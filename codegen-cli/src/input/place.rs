//! Files whose text is kept, and places in them.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use crd_schema::yaml::Position;
use serde::{Serialize, Serializer};

use super::FileName;

/// A file that was read; it prints as its name.
#[derive(Clone)]
pub(crate) struct SourceFile(Arc<(FileName, Vec<u8>)>);

impl SourceFile {
    pub(super) fn new(name: FileName, text: Vec<u8>) -> Self {
        Self(Arc::new((name, text)))
    }

    pub(crate) fn name(&self) -> &FileName {
        &self.0.0
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0.1
    }

    /// Nothing where it is no UTF-8, of which no place is known.
    pub(crate) fn text(&self) -> &str {
        str::from_utf8(&self.0.1).unwrap_or_default()
    }

    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Display for SourceFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name().fmt(f)
    }
}

impl Serialize for SourceFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.name().serialize(serializer)
    }
}

impl PartialEq for SourceFile {
    fn eq(&self, other: &Self) -> bool {
        self.is(other) || self.name() == other.name()
    }
}

impl Eq for SourceFile {}

impl Ord for SourceFile {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.is(other) { Ordering::Equal } else { self.name().cmp(other.name()) }
    }
}

impl PartialOrd for SourceFile {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A place in a file; it prints as `file:line:column`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) file: SourceFile,
    pub(crate) position: Position,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.position)
    }
}
