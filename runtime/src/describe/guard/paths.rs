//! Where a path such as `.spec.replicas` leads.

use super::error::is_open;
use super::find::same;
use super::kind::{Kind, kind};
use super::lists::element;
use super::message::Message;
use super::properties::property;
use super::{refuse, written_as};
use crate::describe::{FieldDesc, Shape, TypeDesc};

/// Stops the compilation when the path leads nowhere, as far as it is a plain one below `spec` or `status`.
///
/// # Panics
/// With the part of the path that is no field, and the fields that are there.
#[track_caller]
pub const fn require_path(root: &TypeDesc, path: &str) {
    let Walked::Missing { type_, before, name } = walk(root, path) else { return };
    let message = if before.is_empty() {
        Message::of(&["the resource has no field `", name, "`"])
    } else {
        Message::of(&["`", before, "` has no field `", name, "`"])
    };
    let message = match written_as(type_).shape {
        Shape::Object(fields) => names(message.and("; write one that it has in JSON"), fields),
        _ => message
            .and(", for it is ")
            .and(kind(type_).name())
            .and("; write the path of a field as it is in JSON"),
    };
    refuse(&[message.as_str()]);
}

/// The names of the fields, behind what is said of them.
const fn names(message: Message, fields: &[FieldDesc]) -> Message {
    let (mut message, mut at, mut separator) = (message, 0, ": `");
    while at < fields.len() {
        if !fields[at].flattened {
            message = message.and(separator).and(fields[at].name).and("`");
            separator = ", `";
        }
        at += 1;
    }
    message
}

/// Whether the path leads to an integer, if it leads anywhere.
pub const fn path_is_integer(root: &TypeDesc, path: &str) -> bool {
    matches!(target(root, path), None | Some(Kind::Integer | Kind::Anything))
}

/// Whether the path leads to a string, if it leads anywhere.
pub const fn path_is_string(root: &TypeDesc, path: &str) -> bool {
    matches!(target(root, path), None | Some(Kind::String | Kind::Anything))
}

/// Whether the path leads to what field selectors compare, if it leads anywhere.
pub const fn path_is_selectable(root: &TypeDesc, path: &str) -> bool {
    matches!(target(root, path), None | Some(Kind::String | Kind::Integer | Kind::Boolean | Kind::Anything))
}

/// Whether a column of the type shows what the path leads to, if it leads anywhere.
pub const fn path_fits_column(root: &TypeDesc, path: &str, column: &str) -> bool {
    match target(root, path) {
        Some(found) => shows(column, found),
        None => true,
    }
}

/// Whether a column of the type shows the type.
pub const fn fits_column(type_: &TypeDesc, column: &str) -> bool {
    shows(column, kind(type_))
}

/// A column of strings shows whatever there is, lists and objects as JSON; any other leaves out what is of another kind.
///
/// Source: `pkg/registry/customresource/tableconvertor/tableconvertor.go`, `ConvertToTable`, `cellForJSONValue`.
const fn shows(column: &str, kind: Kind) -> bool {
    let numbers = same(column, "integer") || same(column, "number");
    let (dates, booleans) = (same(column, "date"), same(column, "boolean"));
    if !(numbers || dates || booleans) {
        // Messages, and types that no server knows, of which it tells itself.
        return true;
    }
    match kind {
        Kind::Anything | Kind::Unknown | Kind::Mixed => true,
        Kind::Integer | Kind::Number => numbers,
        Kind::String => dates,
        Kind::IntOrString => numbers || dates,
        Kind::Boolean => booleans,
        Kind::List | Kind::Object | Kind::Map => false,
    }
}

/// The kind at the end of the path; anything, where only the server knows; `None`, where nothing is.
const fn target(root: &TypeDesc, path: &str) -> Option<Kind> {
    match walk(root, path) {
        Walked::To(Kind::Unknown) => Some(Kind::Anything),
        Walked::To(kind) => Some(kind),
        Walked::Missing { .. } => None,
    }
}

/// Where a path leads.
enum Walked<'p> {
    To(Kind),
    /// To a type that does not have the next name.
    Missing {
        type_: &'p TypeDesc,
        before: &'p str,
        name: &'p str,
    },
}

const fn walk<'p>(root: &'p TypeDesc, path: &'p str) -> Walked<'p> {
    let bytes = path.as_bytes();
    if !is_plain(bytes) {
        return Walked::To(Kind::Anything);
    }
    let (mut type_, mut start) = (root, 1);
    while start < bytes.len() {
        let mut end = start;
        while end < bytes.len() && bytes[end] != b'.' {
            end += 1;
        }
        let name = part(bytes, start, end);
        if start == 1 && matches!(name.as_bytes(), b"metadata" | b"apiVersion" | b"kind") {
            return Walked::To(Kind::Anything);
        }
        match (property(type_, name), kind(type_)) {
            (Some(property), _) => type_ = property.type_,
            (None, Kind::Map) => type_ = element(type_),
            (None, Kind::Anything | Kind::Unknown) => return Walked::To(Kind::Anything),
            (None, _) if is_open(type_) => return Walked::To(Kind::Anything),
            (None, _) => {
                let before = if start == 1 { "" } else { part(bytes, 0, start - 1) };
                return Walked::Missing { type_, before, name };
            }
        }
        start = end + 1;
    }
    Walked::To(kind(type_))
}

/// Whether the path is made of names and dots alone.
const fn is_plain(path: &[u8]) -> bool {
    let mut at = 0;
    while at < path.len() {
        if !(path[at].is_ascii_alphanumeric() || matches!(path[at], b'.' | b'-' | b'_' | b'/')) {
            return false;
        }
        at += 1;
    }
    path.len() > 1 && path[0] == b'.'
}

const fn part(path: &[u8], start: usize, end: usize) -> &str {
    match core::str::from_utf8(path.split_at(end).0.split_at(start).1) {
        Ok(name) => name,
        Err(_) => "",
    }
}
