//! The text of an object, or of a list, and where it stands.

use std::fmt;
use std::sync::Arc;

use crd_schema::yaml::{Document, DuplicateKey, Position, Step, read_stream};
use memchr::{memchr_iter, memrchr};
use serde_json::Value;

use crate::input;

/// A place in a file, which prints as other messages name it.
#[derive(Clone)]
pub(super) struct Place {
    file: Arc<str>,
    line: usize,
    column: usize,
}

impl Place {
    pub(super) fn start(file: Arc<str>) -> Self {
        Self { file, line: 1, column: 1 }
    }

    /// Columns are those of characters, of which UTF-8 marks the first byte.
    pub(super) fn pass(&mut self, bytes: &[u8]) {
        let lines = memchr_iter(b'\n', bytes).count();
        let last = memrchr(b'\n', bytes).map_or(0, |end| end + 1);
        if lines > 0 {
            self.line += lines;
            self.column = 1;
        }
        self.column += bytes.iter().skip(last).filter(|byte| **byte & 0xC0 != 0x80).count();
    }

    /// Goes to the beginning of an earlier line.
    pub(super) fn back(&mut self, lines: usize) {
        self.line = self.line.saturating_sub(lines);
    }

    fn inside(&self, line: usize, column: usize) -> Self {
        let before = if line == 1 { self.column - 1 } else { 0 };
        Self { file: Arc::clone(&self.file), line: self.line + line - 1, column: before + column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Json,
    Yaml,
    /// YAML: what a list begins with, and some of its items.
    Items,
    /// YAML: what is left of a list of which items were given before.
    Rest,
}

/// A part of a file that is parsed by itself.
pub(crate) struct Piece {
    place: Place,
    format: Format,
    text: Vec<u8>,
}

impl Piece {
    pub(super) fn new(place: Place, format: Format, text: Vec<u8>) -> Self {
        Self { place, format, text }
    }

    /// Its length in bytes.
    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    /// The objects in it, any number where it is a list; `None` where nothing is said.
    ///
    /// Invalid JSON is read once more by the reader of all commands, which reports the place of the error.
    pub(crate) fn objects(&self) -> Result<Option<Vec<Value>>, String> {
        if self.format == Format::Json
            && let Ok(object) = serde_json::from_slice(&self.text)
        {
            return Ok(Some(input::items(object)));
        }
        let documents = read_stream(&self.text)
            .map_err(|error| input::with_cure(&self.wrong(error.position(), error.message()), &self.text))?;
        if self.format == Format::Rest {
            documents.iter().try_for_each(|document| self.check_list(document))?;
        }
        let items = if self.format == Format::Items { items_alone } else { input::items };
        let said = !documents.is_empty();
        Ok(said.then(|| documents.into_iter().flat_map(|document| items(document.into_value())).collect()))
    }

    /// What is wrong, and where in the file.
    fn wrong(&self, at: Position, what: &str) -> String {
        format!("{}: {what}", self.place.inside(at.line, at.column))
    }

    /// Items were given as those of a list, and as the only ones.
    fn check_list(&self, document: &Document) -> Result<(), String> {
        let kind = document.value().get("kind").and_then(Value::as_str);
        let is_items = |key: &&DuplicateKey| key.position().column == 1 && key.key() == "items";
        if let Some(key) = document.duplicate_keys().iter().find(is_items) {
            return Err(self.wrong(key.position(), "items are given twice"));
        }
        if kind.is_some_and(|kind| kind.ends_with("List")) {
            return Ok(());
        }
        let at = document.locate_key(&[Step::Key("kind")]).unwrap_or_else(|| document.position());
        Err(self.wrong(at, "an object with items, whose kind is no list"))
    }
}

fn items_alone(mut list: Value) -> Vec<Value> {
    match list.get_mut("items").map(Value::take) {
        Some(Value::Array(items)) => items,
        _ => Vec::new(),
    }
}
