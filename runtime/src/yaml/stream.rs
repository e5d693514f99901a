//! Cuts a file into documents as `k8s.io/apimachinery` `pkg/util/yaml/decoder.go` does.

use std::borrow::Cow;

use serde_json::Value;

use super::compose::compose;
use super::decode::Dialect;
use super::document::Document;
use super::json::{JsonError, JsonReader};
use super::position::{Cursor, Position, ReadError};
use super::text::{Flaw, check_readable, without_mark};
use super::tree::{MAX_TEXT, Tree};

/// How far kubectl looks for the `{` that makes it try JSON.
const PEEK: usize = 4096;

/// What a document begins with, from the end of the line before.
const SEPARATOR: &str = "\n---";

/// Reads all documents of a YAML or JSON file as kubectl does; empty ones are left out.
///
/// A file whose first character is `{` is read as JSON values, one after the other, and as YAML
/// from where that fails. YAML is cut at the lines that begin with `---`.
///
/// ```
/// use crd_schema::yaml::read_stream;
///
/// let documents = read_stream(b"a: 1.0\n---\n# nothing\n---\nb: yes\n")?;
/// assert_eq!(documents.len(), 2);
/// assert_eq!(documents[0].value().to_string(), r#"{"a":1}"#);
/// assert_eq!(documents[1].position().to_string(), "5:1");
/// // JSON keeps its floats.
/// assert_eq!(read_stream(br#"{"a": 1.0}"#)?[0].value().to_string(), r#"{"a":1.0}"#);
/// # Ok::<(), crd_schema::yaml::ReadError>(())
/// ```
///
/// # Errors
/// The first thing that kubectl refuses or would read by chance, and what cannot be read as it
/// reads it.
pub fn read_stream(text: &[u8]) -> Result<Vec<Document>, ReadError> {
    let text = decode_utf8(text)?;
    let mut documents = Vec::new();
    let peek = &text.as_bytes()[..text.len().min(PEEK)];
    let blanks = text.len() - text.trim_start().len();
    if peek.get(blanks) == Some(&b'{') {
        read_json(text, &mut documents)?;
    } else {
        read_yaml(text, Position::START, &mut documents)?;
    }
    Ok(documents)
}

/// The first document of a YAML text that is no file but the body of a request, and what Go says of repeated keys.
///
/// A string that looks like JSON is YAML here. **Quirk**: what follows the first document is not looked at, beyond the piece of the
/// text that Go has read by then, which must be of characters that may stand in YAML.
///
/// Source: `sigs.k8s.io/yaml` `yaml.go`, `YAMLToJSON`; `go.yaml.in/yaml/v2` `readerc.go`.
pub(crate) fn first_document(bytes: &[u8]) -> Result<(Value, Vec<String>), ReadError> {
    let valid = valid_part(bytes);
    let text = without_mark(valid);
    let mark = valid.len() - text.len();
    let mut start = 0;
    while start < text.len() {
        let end = end_of_chunk(text, start);
        check_read_ahead(bytes, mark + end)?;
        let chunk = text.get(start..end).unwrap_or_default();
        let mut documents = Vec::new();
        // No file: a line such as `---#` begins nothing here.
        read_chunk(chunk, Cursor::new(text).advance(start), &mut documents)?;
        if let Some(document) = documents.pop() {
            let repeated = document.duplicate_keys().iter().map(|key| key.message().to_owned()).collect();
            return Ok((document.into_value(), repeated));
        }
        // A document of nothing is the first one, too, unless it is not even begun.
        if chunk.lines().any(|line| !line.trim_start().is_empty() && !line.trim_start().starts_with('#')) {
            break;
        }
        start = end;
    }
    decode_utf8(bytes)?;
    Ok((Value::Null, Vec::new()))
}

/// The text up to the first byte that is not UTF-8.
fn valid_part(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
            std::str::from_utf8(valid).unwrap_or_default()
        }
    }
}

/// Refuses what Go refuses of the text behind a document that ends at `end`: its reader decodes whole pieces.
fn check_read_ahead(bytes: &[u8], end: usize) -> Result<(), ReadError> {
    let read = bytes.get(..read_ahead(bytes, end)).unwrap_or(bytes);
    let text = decode_utf8(read)?;
    let behind = text.get(end..).unwrap_or_default();
    check_readable(behind).map_err(|Flaw { at, message, cause }| {
        let (text, mark) = (without_mark(text), text.len() - without_mark(text).len());
        ReadError::new(Cursor::new(text).advance(end + at - mark), message).caused_by(cause)
    })
}

/// How many bytes Go has read when it knows that a document ends at `end`: the mark of the next one has three characters, and
/// the one behind them tells that it is a mark.
fn read_ahead(bytes: &[u8], end: usize) -> usize {
    const PIECE: usize = 512;
    const LOOKED_AT: usize = 4;
    let needed = end.saturating_add(LOOKED_AT).min(bytes.len());
    let mut read = 0;
    while read < needed {
        let next = (read + PIECE).min(bytes.len());
        // A character that is cut in two is left for the next piece.
        let cut = bytes.get(read..next).unwrap_or_default().iter().rev().take(3);
        let whole = cut.enumerate().find_map(|(index, byte)| (byte & 0xc0 != 0x80).then_some((index, *byte)));
        let left = whole.filter(|(index, byte)| width(*byte) > index + 1).map_or(0, |(index, _)| index + 1);
        if next == bytes.len() || left >= next - read {
            return next;
        }
        read = next - left;
    }
    read
}

/// How many bytes a character has that begins so.
fn width(leading: u8) -> usize {
    match leading {
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf7 => 4,
        _ => 1,
    }
}

/// Up to the next line that begins a document, if that is not the first one.
fn end_of_chunk(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let begins = |at: &usize| {
        let after = rest.get(at + SEPARATOR.len()..).unwrap_or_default();
        after.is_empty() || after.starts_with(char::is_whitespace)
    };
    let mut found = rest.match_indices(SEPARATOR).map(|(at, _)| at);
    found.find(begins).map_or(text.len(), |at| start + at + 1)
}

fn decode_utf8(text: &[u8]) -> Result<&str, ReadError> {
    if text.len() > MAX_TEXT {
        return Err(ReadError::new(Position::START, "the input has more than 4 GiB"));
    }
    std::str::from_utf8(text).map_err(|error| {
        let valid = text.get(..error.valid_up_to()).unwrap_or_default();
        let valid = without_mark(std::str::from_utf8(valid).unwrap_or_default());
        let place = Cursor::new(valid).advance(valid.len());
        ReadError::new(place, "the input is not UTF-8")
    })
}

fn push(tree: Tree, dialect: Dialect, documents: &mut Vec<Document>) -> Result<(), ReadError> {
    if tree.is_empty() {
        return Ok(());
    }
    let document = Document::new(tree, dialect)?;
    if !document.value().is_null() {
        documents.push(document);
    }
    Ok(())
}

fn read_json(text: &str, documents: &mut Vec<Document>) -> Result<(), ReadError> {
    let mut reader = JsonReader::new(text);
    let mut count = 0;
    loop {
        match reader.next_value() {
            Ok(None) => return Ok(()),
            Ok(Some(tree)) => push(tree, Dialect::Json, documents)?,
            Err(JsonError::Value(error)) => return Err(error),
            // After two values kubectl is sure that the file is JSON.
            Err(JsonError::Syntax(error)) if count > 1 => return Err(error),
            Err(JsonError::Syntax(error)) => {
                return read_rest_as_yaml(text, reader.offset(), &error, documents);
            }
        }
        count += 1;
    }
}

/// The reader that comes further has understood what the file is meant to be.
fn read_rest_as_yaml(
    text: &str,
    offset: usize,
    json_error: &ReadError,
    documents: &mut Vec<Document>,
) -> Result<(), ReadError> {
    // Go drops the rest of the line that a JSON value ended on, if it is blank.
    let rest = text.get(offset..).unwrap_or_default();
    let blanks = rest.len() - rest.trim_start().len();
    let newline = rest[..blanks].find('\n');
    // Quirk (decoder.go `consumeWhitespace`): it reads four bytes at a time, and fewer are no YAML.
    if rest.len() - newline.unwrap_or(blanks) < 4 {
        return Err(json_error.clone());
    }
    let skipped = newline.map_or(blanks, |newline| newline + 1);
    let start = offset + skipped;
    let origin = Cursor::new(text).advance(start);
    let rest = text.get(start..).unwrap_or_default();
    read_yaml(rest, origin, documents).map_err(|yaml_error| {
        if yaml_error.position() > json_error.position() {
            yaml_error.noting(" (read as YAML, since it is not JSON)")
        } else {
            json_error.clone().noting(" (read as JSON; it is not YAML either)")
        }
    })
}

fn read_yaml(text: &str, origin: Position, documents: &mut Vec<Document>) -> Result<(), ReadError> {
    let mut cursor = Cursor::new(text);
    let mut place = |offset| {
        let here = cursor.advance(offset);
        origin.offset(here.line, here.column)
    };
    let mut chunk_start = 0;
    let mut line_start = 0;
    while line_start < text.len() {
        let line = line_at(text, line_start);
        let next = line_start + line.len();
        if let Some(rest) = line.strip_prefix("---") {
            let rest = rest.trim();
            if !rest.is_empty() && !rest.starts_with('#') {
                let message = format!("invalid Yaml document separator: {rest}");
                return Err(ReadError::new(place(line_start), message));
            }
            // The first `---` of a part belongs to it, the next one ends it and belongs to none.
            if chunk_start < line_start {
                read_chunk(&text[chunk_start..line_start], place(chunk_start), documents)?;
                chunk_start = next;
            }
        }
        line_start = next;
    }
    read_chunk(&text[chunk_start..], place(chunk_start), documents)
}

fn line_at(text: &str, start: usize) -> &str {
    let rest = &text[start..];
    rest.find('\n').map_or(rest, |newline| &rest[..=newline])
}

fn read_chunk(chunk: &str, origin: Position, documents: &mut Vec<Document>) -> Result<(), ReadError> {
    // Go ends every line with a newline; it counts at the end of a block scalar.
    let chunk: Cow<'_, str> =
        if chunk.is_empty() || chunk.ends_with('\n') { chunk.into() } else { format!("{chunk}\n").into() };
    push(compose(&chunk, origin)?, Dialect::Yaml, documents)
}
