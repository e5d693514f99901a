//! The server that an expression is parsed and compiled for.
//!
//! Knows nothing of: expressions, functions.

/// Which rules are compiled: a server knows more functions for those that it has stored already.
///
/// ```
/// use crd_schema_cel::{Env, Rules, Type};
///
/// let list = Type::list(Type::Int);
/// let new = Env::new(34).variable("self", list.clone());
/// assert!(new.compile("self.distinct() == self").is_err());
/// let stored = Env::new(34).rules(Rules::Stored).variable("self", list);
/// assert!(stored.compile("self.distinct() == self").is_ok());
/// ```
///
/// Source: `apiserver pkg/cel/environment/environment.go`, `NewExpressions`, `StoredExpressions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rules {
    /// Rules that are written now.
    New,
    /// Rules that the server holds already.
    Stored,
}

/// The server that compiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Server {
    pub(crate) minor: u8,
    pub(crate) rules: Rules,
}

impl Server {
    /// Whether a library is known that came for new rules with one minor and for stored ones with another.
    pub(crate) fn has(self, new: u8, stored: u8) -> bool {
        self.minor >= if self.rules == Rules::New { new } else { stored }
    }
}
