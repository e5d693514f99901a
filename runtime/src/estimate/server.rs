//! The minors of Kubernetes that differ in what their rules can say and cost.

use std::fmt;
use std::str::FromStr;

/// The oldest Kubernetes minor that a definition must work on.
///
/// What is published for it works on every later one too. Rules that were stored by an older server go on as they are.
///
/// ```
/// use crd_schema::MinServer;
///
/// let server: MinServer = "1.33".parse()?;
/// assert!(server < MinServer::NEWEST);
/// assert_eq!(server.to_string(), "1.33");
/// # Ok::<(), crd_schema::UnknownServer>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MinServer {
    /// Kubernetes 1.29, the first that knows everything that lowering needs.
    #[default]
    V1_29,
    /// Kubernetes 1.30.
    V1_30,
    /// Kubernetes 1.31, the first that knows how large a list that a rule makes can be.
    V1_31,
    /// Kubernetes 1.32.
    V1_32,
    /// Kubernetes 1.33, the first with rules over positions and items at once.
    V1_33,
    /// Kubernetes 1.34, the first that reads the bounds of an int-or-string.
    V1_34,
    /// Kubernetes 1.35.
    V1_35,
    /// Kubernetes 1.36.
    V1_36,
    /// Kubernetes 1.37.
    V1_37,
}

impl MinServer {
    /// The oldest one.
    pub const OLDEST: Self = Self::V1_29;
    /// The newest one that is known.
    pub const NEWEST: Self = Self::V1_37;
    /// All of them, from the oldest.
    pub const ALL: [Self; 9] = [
        Self::V1_29,
        Self::V1_30,
        Self::V1_31,
        Self::V1_32,
        Self::V1_33,
        Self::V1_34,
        Self::V1_35,
        Self::V1_36,
        Self::V1_37,
    ];

    fn minor(self) -> u8 {
        match self {
            Self::V1_29 => 29,
            Self::V1_30 => 30,
            Self::V1_31 => 31,
            Self::V1_32 => 32,
            Self::V1_33 => 33,
            Self::V1_34 => 34,
            Self::V1_35 => 35,
            Self::V1_36 => 36,
            Self::V1_37 => 37,
        }
    }
}

impl fmt::Display for MinServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{}", self.minor())
    }
}

/// A text that names no known minor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownServer(String);

impl fmt::Display for UnknownServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (oldest, newest) = (MinServer::OLDEST, MinServer::NEWEST);
        write!(f, "{:?} is no Kubernetes minor from {oldest} to {newest}", self.0)
    }
}

impl std::error::Error for UnknownServer {}

impl FromStr for MinServer {
    type Err = UnknownServer;

    fn from_str(text: &str) -> Result<Self, UnknownServer> {
        let known = Self::ALL.into_iter().find(|server| server.to_string() == text);
        known.ok_or_else(|| UnknownServer(text.to_owned()))
    }
}
