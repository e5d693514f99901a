//! A pattern made ready to match.

use std::fmt;

use regex_automata::meta;
use regex_syntax::hir::Look;

use super::error::Stop;
use super::parse::parse;
use super::translate::translate;

/// The most memory that an automaton may take.
const MAX_AUTOMATON: usize = 32 << 20;

/// Why a pattern cannot be compiled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// Go's `regexp.Compile` refuses it, and says this.
    #[error("{0}")]
    Invalid(String),
    /// The API server takes it, but it is beyond a limit of this library.
    #[error("the pattern is valid, but {0}")]
    Limit(PatternLimit),
}

/// What a pattern has too much of for this library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternLimit {
    /// It takes too much work to read.
    Work,
    /// It nests deeper than 100 levels, groups not counted.
    Nesting,
    /// Its automaton is too large.
    Size,
}

impl fmt::Display for PatternLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Work => "takes too much work to read",
            Self::Nesting => "nests deeper than is supported",
            Self::Size => "needs more memory than is supported",
        })
    }
}

/// The `pattern` of a schema, compiled: it matches where Go's `regexp` does.
///
/// ```
/// use crd_schema::Pattern;
///
/// let digits = Pattern::compile(r"^\d+$")?;
/// assert!(digits.is_match("42"));
/// // Go's `\d` is ASCII.
/// assert!(!digits.is_match("٤٢"));
/// # Ok::<(), crd_schema::PatternError>(())
/// ```
///
/// Kubernetes: `pattern` of `JSONSchemaProps`, compiled by Go `regexp`.
#[derive(Debug, Clone)]
pub struct Pattern {
    regex: meta::Regex,
    search: Search,
}

/// How far a search goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Search {
    /// To the first place where it is known that there is a match.
    Earliest,
    /// To the match of the leftmost start. `\B` holds within a character, too; `regex-automata` drops such a match, and with
    /// it, where it looks no further, those that began before.
    Leftmost,
}

impl Pattern {
    /// Compiles a pattern of Go's syntax.
    ///
    /// # Errors
    /// [`PatternError::Invalid`] with Go's own words when Go refuses the pattern, [`PatternError::Limit`]
    /// when Go takes it and this library cannot.
    ///
    /// ```
    /// use crd_schema::Pattern;
    ///
    /// let error = Pattern::compile("a**").unwrap_err();
    /// assert_eq!(error.to_string(), "error parsing regexp: invalid nested repetition operator: `**`");
    /// ```
    pub fn compile(pattern: &str) -> Result<Self, PatternError> {
        let (arena, root) = parse(pattern).map_err(|stop| match stop {
            Stop::Refused(..) => PatternError::Invalid(stop.to_string()),
            Stop::OutOfFuel => PatternError::Limit(PatternLimit::Work),
        })?;
        let hir = translate(&arena, root).map_err(PatternError::Limit)?;
        drop(arena);
        let is_inside = hir.properties().look_set().contains(Look::WordAsciiNegate);
        let search = if is_inside { Search::Leftmost } else { Search::Earliest };
        let config = meta::Config::new().nfa_size_limit(Some(MAX_AUTOMATON));
        let built = meta::Builder::new().configure(config).build_from_hir(&hir);
        // Of what can go wrong here, only size is left.
        built.map(|regex| Self { regex, search }).map_err(|_| PatternError::Limit(PatternLimit::Size))
    }

    /// Whether the pattern matches anywhere in the text.
    ///
    /// ```
    /// use crd_schema::Pattern;
    ///
    /// assert!(Pattern::compile("b")?.is_match("abc"));
    /// # Ok::<(), crd_schema::PatternError>(())
    /// ```
    pub fn is_match(&self, text: &str) -> bool {
        match self.search {
            Search::Earliest => self.regex.is_match(text),
            Search::Leftmost => self.regex.find(text).is_some(),
        }
    }
}
