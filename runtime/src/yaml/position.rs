//! Places in a file, and the error that points at one.

use std::fmt;

use thiserror::Error;

/// A place in a file: line and column, both from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Position {
    pub(super) const START: Self = Self { line: 1, column: 1 };

    /// The place in the file of a place in a part of the file that begins at `self`.
    pub(super) fn offset(self, line: usize, column: usize) -> Self {
        let before = if line == 1 { self.column - 1 } else { 0 };
        Self { line: self.line.saturating_add(line).saturating_sub(1), column: before.saturating_add(column) }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Why a file cannot be read as kubectl reads it; it prints as `line:column: message`.
///
/// ```
/// let error = crd_schema::yaml::read_stream(b"a: 1\nb: .inf\n").unwrap_err();
/// assert_eq!(error.to_string(), "2:4: json: unsupported value: +Inf");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{position}: {message}")]
pub struct ReadError {
    message: String,
    position: Position,
    cause: ReadCause,
}

/// Why reading failed, where other code acts on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReadCause {
    ControlCharacter,
    Other,
}

impl ReadError {
    pub(super) fn new(position: Position, message: impl Into<String>) -> Self {
        Self { message: message.into(), position, cause: ReadCause::Other }
    }

    pub(super) fn caused_by(self, cause: ReadCause) -> Self {
        Self { cause, ..self }
    }

    pub(crate) fn is_of_control_character(&self) -> bool {
        self.cause == ReadCause::ControlCharacter
    }

    pub(super) fn noting(mut self, note: &str) -> Self {
        self.message.push_str(note);
        self
    }

    /// What is wrong, without the place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Where it is wrong.
    pub fn position(&self) -> Position {
        self.position
    }
}

/// Turns growing byte offsets into positions in one pass over the text.
pub(super) struct Cursor<'t> {
    text: &'t str,
    offset: usize,
    position: Position,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, offset: 0, position: Position::START }
    }

    /// The position of byte `offset`; an offset before the last one asked for gives the last one.
    pub(super) fn advance(&mut self, offset: usize) -> Position {
        let Some(passed) = self.text.get(self.offset..offset) else {
            return self.position;
        };
        let mut chars = passed.chars();
        while let Some(c) = chars.next() {
            // `\r\n` is one break, counted at its `\n`, also where the cursor stops between the two.
            let pair = c == '\r' && self.text[offset - chars.as_str().len()..].starts_with('\n');
            if c == '\n' || c == '\r' && !pair {
                self.position.line += 1;
                self.position.column = 1;
            } else {
                self.position.column += 1;
            }
        }
        self.offset = offset;
        self.position
    }
}
