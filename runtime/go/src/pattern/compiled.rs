//! A pattern made ready to match.

use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use super::automaton::Automaton;
use super::error::Stop;
use super::find::Finder;
use super::parse::parse;
use super::program::Program;

/// The most memory that the automata of one schema may take together.
const MAX_AUTOMATA: usize = 8 << 20;

/// How many bytes of text are looked at before an automaton is worth the time that it takes to make.
const WORTH: usize = 8 << 10;

/// What a string costs however short it is, in bytes of text.
const EACH: usize = 16;

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
    /// It takes too much work to read: about 50 million steps.
    Work,
}

impl fmt::Display for PatternLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Work => "takes too much work to read",
        })
    }
}

/// The `pattern` of a schema, compiled: it matches where Go's `regexp` does.
///
/// It takes memory in proportion to its text, and time in proportion to the strings that it matches. Once it has been
/// asked about enough of them, an automaton answers, if a small one can: a hundred times faster, in at most 128 KiB.
///
/// ```
/// use crd_schema_go::pattern::Pattern;
///
/// let digits = Pattern::compile(r"^\d+$")?;
/// assert!(digits.is_match("42"));
/// // Go's `\d` is ASCII.
/// assert!(!digits.is_match("٤٢"));
/// # Ok::<(), crd_schema_go::pattern::PatternError>(())
/// ```
///
/// Kubernetes: `pattern` of `JSONSchemaProps`, compiled by Go `regexp`.
#[derive(Debug, Clone)]
pub struct Pattern(Arc<Engines>);

#[derive(Debug)]
struct Engines {
    source: Box<str>,
    program: Program,
    /// How much text was looked at without an automaton.
    looked_at: AtomicUsize,
    /// `None` when there is no small one.
    automaton: OnceLock<Option<Automaton>>,
    room: Arc<AutomatonRoom>,
}

/// How much memory is left for the automata of several patterns: at first 8 MiB.
///
/// ```
/// use std::sync::Arc;
///
/// use crd_schema_go::pattern::{AutomatonRoom, Pattern};
///
/// let room = Arc::new(AutomatonRoom::default());
/// let (one, other) = (Pattern::compile_in("a", &room)?, Pattern::compile_in("b", &room)?);
/// assert!(one.is_match("a") && other.is_match("b"));
/// # Ok::<(), crd_schema_go::pattern::PatternError>(())
/// ```
#[derive(Debug)]
pub struct AutomatonRoom(AtomicUsize);

impl Default for AutomatonRoom {
    fn default() -> Self {
        Self(AtomicUsize::new(MAX_AUTOMATA))
    }
}

impl AutomatonRoom {
    /// Makes an automaton within what is left. One that turns out too large has taken as much, for it took the time.
    fn make(&self, source: &str) -> Option<Automaton> {
        const MOST: usize = Automaton::MAX_SIZE;
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(MOST)).ok()?;
        let made = Automaton::new(source)?;
        self.0.fetch_add(MOST.saturating_sub(made.size()), Ordering::Relaxed);
        Some(made)
    }
}

impl Pattern {
    /// Compiles a pattern of Go's syntax.
    ///
    /// # Errors
    /// [`PatternError::Invalid`] with Go's own words when Go refuses the pattern, [`PatternError::Limit`]
    /// when Go takes it and this library cannot.
    ///
    /// ```
    /// use crd_schema_go::pattern::Pattern;
    ///
    /// let error = Pattern::compile("a**").unwrap_err();
    /// assert_eq!(error.to_string(), "error parsing regexp: invalid nested repetition operator: `**`");
    /// ```
    pub fn compile(pattern: &str) -> Result<Self, PatternError> {
        Self::compile_in(pattern, &Arc::default())
    }

    /// As [`compile`](Self::compile), one of several patterns that share the memory of their automata.
    ///
    /// # Errors
    /// Those of [`compile`](Self::compile).
    ///
    /// ```
    /// use crd_schema_go::pattern::Pattern;
    ///
    /// assert!(Pattern::compile_in("^a", &Default::default())?.is_match("ab"));
    /// # Ok::<(), crd_schema_go::pattern::PatternError>(())
    /// ```
    pub fn compile_in(pattern: &str, room: &Arc<AutomatonRoom>) -> Result<Self, PatternError> {
        let (nodes, first) = parse(pattern).map_err(|stop| match stop {
            Stop::Refused(..) => PatternError::Invalid(stop.to_string()),
            Stop::OutOfFuel => PatternError::Limit(PatternLimit::Work),
        })?;
        let program = Program::new(&nodes, first);
        let automaton = OnceLock::new();
        if program.weight > Automaton::MAX_STATES {
            // Nobody else has it yet.
            let _ = automaton.set(None);
        }
        Ok(Self(Arc::new(Engines {
            source: pattern.into(),
            program,
            looked_at: AtomicUsize::new(0),
            automaton,
            room: Arc::clone(room),
        })))
    }

    /// Whether the pattern matches anywhere in the text.
    ///
    /// ```
    /// use crd_schema_go::pattern::Pattern;
    ///
    /// assert!(Pattern::compile("b")?.is_match("abc"));
    /// # Ok::<(), crd_schema_go::pattern::PatternError>(())
    /// ```
    pub fn is_match(&self, text: &str) -> bool {
        match self.0.automaton(text.len()) {
            Some(automaton) => automaton.is_match(text),
            None => self.0.program.is_match(text),
        }
    }

    /// `FindStringIndex`: the leftmost match, of those that begin there the one that Go prefers.
    ///
    /// ```
    /// use crd_schema_go::pattern::Pattern;
    ///
    /// assert_eq!(Pattern::compile("b+|bc")?.find("abbc"), Some(1..3));
    /// # Ok::<(), crd_schema_go::pattern::PatternError>(())
    /// ```
    pub fn find(&self, text: &str) -> Option<Range<usize>> {
        self.may_match(text).then(|| Finder::new(&self.0.program).find_at(text, 0))?
    }

    /// `FindAllStringIndex`: the matches that do not overlap, at most so many.
    ///
    /// ```
    /// use crd_schema_go::pattern::Pattern;
    ///
    /// let matches = Pattern::compile("a*")?.find_all("baac", usize::MAX);
    /// assert_eq!(matches, [0..0, 1..3, 4..4]);
    /// # Ok::<(), crd_schema_go::pattern::PatternError>(())
    /// ```
    pub fn find_all(&self, text: &str, most: usize) -> Vec<Range<usize>> {
        if self.may_match(text) { Finder::new(&self.0.program).find_all(text, most) } else { Vec::new() }
    }

    /// What an automaton says, where there is one already.
    fn may_match(&self, text: &str) -> bool {
        self.0.automaton(text.len()).is_none_or(|automaton| automaton.is_match(text))
    }
}

impl Engines {
    /// The automaton, once there is one, or when a string of that length makes one worth its while.
    fn automaton(&self, length: usize) -> Option<&Automaton> {
        if let Some(automaton) = self.automaton.get() {
            return automaton.as_ref();
        }
        let length = length.saturating_add(EACH);
        let before = self.looked_at.fetch_add(length, Ordering::Relaxed);
        if before.saturating_add(length) < WORTH {
            return None;
        }
        self.automaton.get_or_init(|| self.room.make(&self.source)).as_ref()
    }
}
