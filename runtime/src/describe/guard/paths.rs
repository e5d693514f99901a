//! Where a path such as `.spec.replicas` leads.

use super::find::{Wanted, find_through, same};
use super::kind::{Kind, kind};
use super::lists::element;
use super::members::member;
use crate::describe::TypeDesc;

/// Whether the path leads to a member, as far as it is a plain one below `spec` or `status`.
pub const fn path_exists(root: &TypeDesc, path: &str) -> bool {
    target(root, path).is_some()
}

/// Whether the path leads to an integer, if it leads anywhere.
pub const fn path_is_integer(root: &TypeDesc, path: &str) -> bool {
    matches!(target(root, path), None | Some(Kind::Integer | Kind::Anything))
}

/// Whether the path leads to a text, if it leads anywhere.
pub const fn path_is_text(root: &TypeDesc, path: &str) -> bool {
    matches!(target(root, path), None | Some(Kind::Text | Kind::Anything))
}

/// Whether the path leads to what field selectors compare, if it leads anywhere.
pub const fn path_is_selectable(root: &TypeDesc, path: &str) -> bool {
    matches!(target(root, path), None | Some(Kind::Text | Kind::Integer | Kind::Boolean | Kind::Anything))
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

/// A column of texts shows whatever there is, lists and objects as JSON; any other leaves out what is of another kind.
///
/// Source: `pkg/registry/customresource/tableconvertor/tableconvertor.go`, `ConvertToTable`, `cellForJSONValue`.
const fn shows(column: &str, kind: Kind) -> bool {
    let numbers = same(column, "integer") || same(column, "number");
    let (dates, booleans) = (same(column, "date"), same(column, "boolean"));
    if !(numbers || dates || booleans) {
        // Texts, and types that no server knows, of which it tells itself.
        return true;
    }
    match kind {
        Kind::Anything | Kind::Unknown | Kind::Mixed => true,
        Kind::Integer | Kind::Number => numbers,
        Kind::Text => dates,
        Kind::IntOrString => numbers || dates,
        Kind::Boolean => booleans,
        Kind::List | Kind::Object | Kind::Map => false,
    }
}

/// The kind at the end of the path; anything, where only the server knows; `None`, where nothing is.
const fn target(root: &TypeDesc, path: &str) -> Option<Kind> {
    let bytes = path.as_bytes();
    if !is_plain(bytes) {
        return Some(Kind::Anything);
    }
    let (mut type_, mut start, mut first) = (root, 1, true);
    while start < bytes.len() {
        let mut end = start;
        while end < bytes.len() && bytes[end] != b'.' {
            end += 1;
        }
        let name = part(bytes, start, end);
        if first && matches!(name.as_bytes(), b"metadata" | b"apiVersion" | b"kind") {
            return Some(Kind::Anything);
        }
        first = false;
        match (member(type_, name), kind(type_)) {
            (Some(member), _) => type_ = member.type_,
            (None, Kind::Map) => type_ = element(type_),
            (None, Kind::Anything | Kind::Unknown) => return Some(Kind::Anything),
            (None, _) if find_through(type_, Wanted::PreserveUnknown) => return Some(Kind::Anything),
            (None, _) => return None,
        }
        start = end + 1;
    }
    match kind(type_) {
        Kind::Unknown => Some(Kind::Anything),
        known => Some(known),
    }
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
