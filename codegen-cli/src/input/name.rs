//! What inputs are called.

use std::cmp::Ordering;
use std::ffi::OsString;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::output::escaped_name;

/// An input as the user named it; it prints as messages name it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FileName {
    Stdin,
    Path(Arc<Path>),
}

impl FileName {
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Stdin => None,
            Self::Path(path) => Some(path),
        }
    }

    fn bytes(&self) -> Option<&[u8]> {
        self.path().map(|path| path.as_os_str().as_encoded_bytes())
    }

    /// The name for other programs, if it is text that they read as this name.
    pub(crate) fn plain(&self) -> Option<&str> {
        let name = self.path()?.to_str()?;
        (escaped_name(name.as_ref()) == name).then_some(name)
    }
}

impl From<&Path> for FileName {
    fn from(path: &Path) -> Self {
        Self::Path(path.into())
    }
}

/// An argument: `-` is standard input.
impl From<OsString> for FileName {
    fn from(argument: OsString) -> Self {
        if argument == "-" { Self::Stdin } else { Self::from(Path::new(&argument)) }
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdin => f.write_str("<stdin>"),
            Self::Path(path) => f.write_str(&escaped_name(path.as_os_str())),
        }
    }
}

/// JSON has an escape for each character, but none for bytes that are no text.
impl Serialize for FileName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.path().map(Path::to_str) {
            Some(Some(name)) => serializer.serialize_str(name),
            _ => serializer.collect_str(self),
        }
    }
}

/// The order of the bytes, as `ls` and version control sort them.
impl Ord for FileName {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bytes().cmp(&other.bytes())
    }
}

impl PartialOrd for FileName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
