//! An expression as text, and the issues that are reported at its positions.
//!
//! Source: cel-go `common/source.go`, `common/error.go`, `common/errors.go`.
//!
//! Knows nothing of: tokens, types.

use std::fmt;

/// How many issues a server reports before it counts the rest (`common/errors.go`).
const REPORTED: usize = 100;
/// The longest line, in bytes, that is shown below an issue (`maxSnippetLength`).
const SHOWN: usize = 16_384;

/// An expression, by code points and lines.
pub(crate) struct Source {
    chars: Vec<char>,
    /// Where each line starts, in code points.
    lines: Vec<usize>,
}

impl Source {
    pub(crate) fn new(text: &str) -> Self {
        let chars: Vec<char> = text.chars().collect();
        let breaks = chars.iter().enumerate().filter(|(_, char)| **char == '\n');
        let lines = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        Self { chars, lines }
    }

    pub(crate) fn chars(&self) -> &[char] {
        &self.chars
    }

    pub(crate) fn slice(&self, start: usize, end: usize) -> String {
        let end = end.min(self.chars.len());
        self.chars.get(start..end).unwrap_or_default().iter().collect()
    }

    /// The line, counted from 1, and the column, counted from 0.
    fn position(&self, at: usize) -> (usize, usize) {
        let line = self.lines.partition_point(|start| *start <= at).max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or_default();
        (line, at.saturating_sub(start))
    }

    fn line(&self, line: usize) -> String {
        let start = self.lines.get(line - 1).copied().unwrap_or_default();
        let end = self.lines.get(line).map_or(self.chars.len(), |next| next - 1);
        self.slice(start, end)
    }
}

/// What a server finds wrong with an expression, in the order in which it prints it.
///
/// Displayed as the server prints it: line, column, message, the line of source and a caret.
///
/// ```
/// use crd_schema_cel::{Env, Type};
///
/// let env = Env::new(37).variable("self", Type::Int);
/// let issues = env.compile("self == 'a'").unwrap_err();
/// assert_eq!(
///     issues.to_string(),
///     "ERROR: <input>:1:6: found no matching overload for '_==_' applied to '(int, string)'\n | self == 'a'\n | .....^",
/// );
/// ```
///
/// Source: cel-go `common/errors.go`, `ToDisplayString`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Issues {
    issues: Vec<Issue>,
    /// How many there were, those that are left out included.
    count: usize,
}

/// One thing that is wrong with an expression.
///
/// ```
/// use crd_schema_cel::Env;
///
/// let issues = Env::new(37).compile("1 +").unwrap_err();
/// let issue = issues.iter().next().unwrap();
/// assert_eq!((issue.line(), issue.column()), (Some(1), Some(4)));
/// assert!(issue.message().starts_with("Syntax error: mismatched input '<EOF>'"));
/// ```
///
/// Source: cel-go `common/error.go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    position: Option<(usize, usize)>,
    message: String,
    snippet: Option<String>,
}

impl Issue {
    /// The line, counted from 1; `None` for an issue of the whole expression.
    pub fn line(&self) -> Option<usize> {
        self.position.map(|(line, _)| line)
    }

    /// The column in code points, counted from 1; `None` for an issue of the whole expression.
    pub fn column(&self) -> Option<usize> {
        self.position.map(|(_, column)| column + 1)
    }

    /// The message alone.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl Issues {
    /// Adds an issue at a code point; without one it is an issue of the whole expression.
    pub(crate) fn push(&mut self, source: &Source, at: Option<usize>, message: impl Into<String>) {
        self.count += 1;
        if self.issues.len() >= REPORTED {
            return;
        }
        let position = at.map(|at| source.position(at));
        let snippet = position.map(|(line, _)| source.line(line)).filter(|line| line.len() <= SHOWN);
        self.issues.push(Issue { position, message: message.into(), snippet });
    }

    pub(crate) fn sorted(mut self) -> Self {
        self.issues.sort_by_key(|issue| issue.position);
        self
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many issues there are, those beyond the first hundred included.
    pub fn len(&self) -> usize {
        self.count
    }

    /// The issues, at most a hundred.
    pub fn iter(&self) -> impl Iterator<Item = &Issue> {
        self.issues.iter()
    }
}

impl fmt::Display for Issues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, issue) in self.issues.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            issue.fmt(f)?;
        }
        match self.count.saturating_sub(self.issues.len()) {
            0 => Ok(()),
            more => write!(f, "\n{more} more errors were truncated"),
        }
    }
}

impl std::error::Error for Issues {}

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((line, column)) = self.position else {
            return write!(f, "ERROR: <input>:-1:0: {}", self.message);
        };
        write!(f, "ERROR: <input>:{line}:{}: {}", column + 1, self.message)?;
        let Some(snippet) = &self.snippet else { return Ok(()) };
        write!(f, "\n | {}\n | ", snippet.replace('\t', " "))?;
        let mut chars = snippet.chars();
        for char in chars.by_ref().take(column) {
            f.write_str(if char.len_utf8() > 1 { "\u{ff0e}" } else { "." })?;
        }
        let is_wide = chars.next().is_some_and(|char| char.len_utf8() > 1);
        f.write_str(if is_wide { "\u{ff3e}" } else { "^" })
    }
}
