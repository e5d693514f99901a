//! Reads JSON as Kubernetes' JSON decoder does (`sigs.k8s.io/json`), with the place of every node.
//!
//! `serde_json` gives a visitor no offsets, cannot tell `-0` from `-0.0`, refuses lone surrogates
//! that Go replaces, and hands out numbers in another way when a stranger turns on one of its
//! features; the grammar is small enough to read here.

use std::borrow::Cow;

use super::MAX_DEPTH;
use super::compose::too_deep;
use super::go_number::parse_float;
use super::position::{Cursor, ReadError};
use super::scalar::Scalar;
use super::tree::{NodeId, Open, Tree};

/// Why a string is not read as JSON.
#[derive(Debug)]
pub(super) enum JsonError {
    /// No JSON; kubectl then tries YAML.
    Syntax(ReadError),
    /// JSON, but nothing that can be read.
    Value(ReadError),
}

/// Reads a stream of JSON values.
pub(super) struct JsonReader<'t> {
    text: &'t str,
    offset: usize,
    cursor: Cursor<'t>,
    tree: Tree,
}

impl<'t> JsonReader<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, offset: 0, cursor: Cursor::new(text), tree: Tree::default() }
    }

    /// How far the reader came with its last whole value.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// The next value of the stream, or nothing at its end.
    pub(super) fn next_value(&mut self) -> Result<Option<Tree>, JsonError> {
        let start = self.offset;
        self.skip_blanks();
        if self.rest().is_empty() {
            return Ok(None);
        }
        match self.value(0) {
            Ok(root) => {
                let mut tree = std::mem::take(&mut self.tree);
                tree.root = root;
                tree.shrink();
                Ok(Some(tree))
            }
            Err(error) => {
                self.offset = start;
                Err(error)
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<NodeId, JsonError> {
        self.skip_blanks();
        match self.rest().first() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", &Scalar::Bool(true)),
            Some(b'f') => self.word("false", &Scalar::Bool(false)),
            Some(b'n') => self.word("null", &Scalar::Null),
            _ => Err(self.unexpected("looking for beginning of value")),
        }
    }

    fn object(&mut self, depth: usize) -> Result<NodeId, JsonError> {
        let node = self.open(depth, Open::Mapping)?;
        let mut entries = Vec::new();
        if !self.take(b'}') {
            loop {
                self.skip_blanks();
                if self.rest().first() != Some(&b'"') {
                    return Err(self.unexpected("looking for beginning of object key string"));
                }
                let key = self.string()?;
                if !self.take(b':') {
                    return Err(self.unexpected("after object key"));
                }
                entries.extend([key, self.value(depth + 1)?]);
                if self.take(b'}') {
                    break;
                }
                if !self.take(b',') {
                    return Err(self.unexpected("after object key:value pair"));
                }
            }
        }
        self.tree.close(node, entries);
        Ok(node)
    }

    fn array(&mut self, depth: usize) -> Result<NodeId, JsonError> {
        let node = self.open(depth, Open::Sequence)?;
        let mut items = Vec::new();
        if !self.take(b']') {
            loop {
                items.push(self.value(depth + 1)?);
                if self.take(b']') {
                    break;
                }
                if !self.take(b',') {
                    return Err(self.unexpected("after array element"));
                }
            }
        }
        self.tree.close(node, items);
        Ok(node)
    }

    fn open(&mut self, depth: usize, open: Open) -> Result<NodeId, JsonError> {
        if depth >= MAX_DEPTH {
            return Err(JsonError::Value(self.error(self.offset, too_deep())));
        }
        let at = self.cursor.advance(self.offset);
        self.offset += 1;
        Ok(self.tree.open(at, open))
    }

    fn string(&mut self) -> Result<NodeId, JsonError> {
        let start = self.offset;
        self.offset += 1;
        let mut content = Cow::default();
        loop {
            let plain = self.rest().iter().take_while(|&&b| b >= b' ' && b != b'"' && b != b'\\');
            let end = self.offset + plain.count();
            // What has no escapes is not copied.
            content += &self.text[self.offset..end];
            self.offset = end;
            match self.rest().first() {
                Some(b'"') => break,
                Some(b'\\') => {
                    let c = self.escape()?;
                    content.to_mut().push(c);
                }
                _ => return Err(self.unexpected("in string literal")),
            }
        }
        self.offset += 1;
        Ok(self.scalar(start, &Scalar::Str(content)))
    }

    fn escape(&mut self) -> Result<char, JsonError> {
        self.offset += 1;
        let c = match self.rest().first() {
            Some(b'u') => return self.unicode_escape(),
            Some(&c @ (b'"' | b'\\' | b'/')) => char::from(c),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            _ => return Err(self.unexpected("in string escape code")),
        };
        self.offset += 1;
        Ok(c)
    }

    /// As Go does it, half a surrogate pair becomes U+FFFD.
    fn unicode_escape(&mut self) -> Result<char, JsonError> {
        let Some(first) = hex(self.rest()) else {
            return Err(self.unexpected("in \\u hexadecimal character escape"));
        };
        self.offset += 5;
        if let Some(c) = char::from_u32(first) {
            return Ok(c);
        }
        let second = self.rest().strip_prefix(b"\\").and_then(hex);
        let pair = second.and_then(|second| surrogate_pair(first, second));
        if pair.is_some() {
            self.offset += 6;
        }
        Ok(pair.unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn number(&mut self) -> Result<NodeId, JsonError> {
        let start = self.offset;
        let _ = self.take_here(b'-');
        if !self.take_here(b'0') {
            self.digits("in numeric literal")?;
        }
        let mut is_integer = true;
        if self.take_here(b'.') {
            is_integer = false;
            self.digits("after decimal point in numeric literal")?;
        }
        if self.take_here(b'e') || self.take_here(b'E') {
            is_integer = false;
            let _ = self.take_here(b'+') || self.take_here(b'-');
            self.digits("in exponent of numeric literal")?;
        }
        let text = &self.text[start..self.offset];
        let integer = if is_integer { text.parse().ok() } else { None };
        let scalar = integer.map(Scalar::Int).or_else(|| parse_float(text).map(Scalar::JsonFloat));
        let scalar = scalar.ok_or_else(|| {
            let message = format!("cannot unmarshal number {text} into Go value of type float64");
            JsonError::Value(self.error(start, message))
        })?;
        Ok(self.scalar(start, &scalar))
    }

    fn digits(&mut self, context: &str) -> Result<(), JsonError> {
        let count = self.rest().iter().take_while(|b| b.is_ascii_digit()).count();
        self.offset += count;
        if count == 0 {
            return Err(self.unexpected(context));
        }
        Ok(())
    }

    fn word(&mut self, word: &str, scalar: &Scalar<Cow<'_, str>>) -> Result<NodeId, JsonError> {
        if !self.rest().starts_with(word.as_bytes()) {
            return Err(self.unexpected(&format!("in literal {word}")));
        }
        let node = self.scalar(self.offset, scalar);
        self.offset += word.len();
        Ok(node)
    }

    fn scalar(&mut self, offset: usize, scalar: &Scalar<Cow<'_, str>>) -> NodeId {
        let at = self.cursor.advance(offset);
        self.tree.scalar(at, scalar)
    }

    fn rest(&self) -> &'t [u8] {
        self.text.as_bytes().get(self.offset..).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        let blanks = self.rest().iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r'));
        self.offset += blanks.count();
    }

    /// Takes `byte` if it comes next, after blanks.
    fn take(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        self.take_here(byte)
    }

    fn take_here(&mut self, byte: u8) -> bool {
        let found = self.rest().first() == Some(&byte);
        self.offset += usize::from(found);
        found
    }

    fn unexpected(&mut self, context: &str) -> JsonError {
        let message = match self.text.get(self.offset..).and_then(|rest| rest.chars().next()) {
            Some(c) => format!("invalid character {c:?} {context}"),
            None => "unexpected end of JSON input".to_owned(),
        };
        JsonError::Syntax(self.error(self.offset, message))
    }

    fn error(&mut self, offset: usize, message: String) -> ReadError {
        ReadError::new(self.cursor.advance(offset), message)
    }
}

/// The four digits behind `u`.
fn hex(escape: &[u8]) -> Option<u32> {
    let digits = escape.strip_prefix(b"u")?.get(..4)?;
    digits.iter().try_fold(0, |code, &digit| Some(code << 4 | char::from(digit).to_digit(16)?))
}

fn surrogate_pair(high: u32, low: u32) -> Option<char> {
    let is_pair = (0xd800..0xdc00).contains(&high) && (0xdc00..0xe000).contains(&low);
    if !is_pair {
        return None;
    }
    char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00))
}
