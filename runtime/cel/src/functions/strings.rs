//! Strings, version 2 of the extension.
//!
//! Source: cel-go `ext/strings.go`.

use super::{Context, Row, cost, estimate};
use crate::value::{Error, Outcome, Value};

pub(super) const ROWS: &[Row] = &[
    Row::new("charAt", "string_char_at_int", "string.(int) -> string").run(char_at),
    Row::new("indexOf", "string_index_of_string", "string.(string) -> int")
        .estimate(estimate::each_item)
        .run(index_of)
        .costs(cost::elements),
    Row::new("indexOf", "string_index_of_string_int", "string.(string, int) -> int")
        .estimate(estimate::each_item)
        .run(index_of)
        .costs(cost::elements),
    Row::new("join", "list_join", "list(string).() -> string")
        .estimate(estimate::join)
        .run(join)
        .costs(cost::result_twice),
    Row::new("join", "list_join_string", "list(string).(string) -> string")
        .estimate(estimate::join)
        .run(join)
        .costs(cost::result_twice),
    Row::new("lastIndexOf", "string_last_index_of_string", "string.(string) -> int")
        .estimate(estimate::each_item)
        .run(last_index_of)
        .costs(cost::elements),
    Row::new("lastIndexOf", "string_last_index_of_string_int", "string.(string, int) -> int")
        .estimate(estimate::each_item)
        .run(last_index_of)
        .costs(cost::elements),
    Row::new("lowerAscii", "string_lower_ascii", "string.() -> string")
        .estimate(estimate::copied)
        .run(lower_ascii)
        .costs(cost::first),
    Row::new("replace", "string_replace_string_string", "string.(string, string) -> string")
        .estimate(estimate::replaced)
        .run(replace)
        .costs(cost::first_twice),
    Row::new("replace", "string_replace_string_string_int", "string.(string, string, int) -> string")
        .estimate(estimate::replaced)
        .run(replace)
        .costs(cost::first_twice),
    Row::new("split", "string_split_string", "string.(string) -> list(string)")
        .estimate(estimate::split)
        .run(split)
        .costs(cost::first_twice),
    Row::new("split", "string_split_string_int", "string.(string, int) -> list(string)")
        .estimate(estimate::split)
        .run(split)
        .costs(cost::first_twice),
    Row::new("substring", "string_substring_int", "string.(int) -> string")
        .estimate(estimate::copied)
        .run(substring)
        .costs(cost::first),
    Row::new("substring", "string_substring_int_int", "string.(int, int) -> string")
        .estimate(estimate::copied)
        .run(substring)
        .costs(cost::first),
    Row::new("trim", "string_trim", "string.() -> string")
        .estimate(estimate::copied)
        .run(trim)
        .costs(cost::first),
    Row::new("upperAscii", "string_upper_ascii", "string.() -> string")
        .estimate(estimate::copied)
        .run(upper_ascii)
        .costs(cost::first),
];

/// How many bytes a string may have that an expression makes. A server has no bound but its memory:
/// `self.s.replace('', self.s)` squares what it is given.
const LARGEST: usize = 256 << 20;

fn bounded<'a>(size: Option<usize>, make: impl FnOnce() -> String) -> Outcome<'a> {
    match size {
        Some(size) if size <= LARGEST => Ok(Value::owned(make())),
        _ => Err(Error::CANCELLED),
    }
}

fn out_of_range(index: i64) -> Error {
    Error::new(format!("index out of range: {index}"))
}

/// Where a code point begins; the index behind the last one is the end.
fn byte_at(string: &str, index: i64) -> Option<usize> {
    let index = usize::try_from(index).ok()?;
    string.char_indices().map(|(at, _)| at).chain([string.len()]).nth(index)
}

fn char_at<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::String(string), Value::Int(index)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    let at = byte_at(string, *index).ok_or_else(|| out_of_range(*index))?;
    let char = string[at..].chars().next();
    Ok(Value::owned(char.map(String::from).unwrap_or_default()))
}

fn int<'a>(count: usize) -> Outcome<'a> {
    i64::try_from(count).map(Value::Int).map_err(|_| Error::INT_OVERFLOW)
}

fn chars(string: &str) -> usize {
    string.chars().count()
}

fn index_of<'a>(args: &[Value<'a>], context: &Context<'_>) -> Outcome<'a> {
    let (string, part, offset) = search(args, |_| 0)?;
    let length = chars(string);
    let begin = usize::try_from(offset).map_err(|_| out_of_range(offset))?;
    if let Some(end) = beyond(length, part, begin, offset, context) {
        return end;
    }
    let from = byte_at(string, offset).unwrap_or(string.len());
    match string[from..].find(part) {
        Some(at) => int(begin + chars(&string[from..from + at])),
        None => Ok(Value::Int(-1)),
    }
}

fn last_index_of<'a>(args: &[Value<'a>], context: &Context<'_>) -> Outcome<'a> {
    if let [Value::String(string), Value::String(part)] = args {
        let found = if part.is_empty() { Some(string.len()) } else { string.rfind(&**part) };
        return found.map_or(Ok(Value::Int(-1)), |at| int(chars(&string[..at])));
    }
    let (string, part, offset) = search(args, chars)?;
    let begin = usize::try_from(offset).map_err(|_| out_of_range(offset))?;
    if let Some(end) = beyond(chars(string), part, begin, offset, context) {
        return end;
    }
    // The last place at or before the offset: what begins behind it ends behind this, also where this is within a character.
    let end = byte_at(string, offset).unwrap_or(string.len()) + part.len();
    let end = (0..=end.min(string.len())).rev().find(|&end| string.is_char_boundary(end)).unwrap_or_default();
    match string[..end].rfind(part) {
        Some(at) => int(chars(&string[..at])),
        None => Ok(Value::Int(-1)),
    }
}

/// String, part and offset of a search.
fn search<'s>(args: &'s [Value<'_>], offset: fn(&str) -> usize) -> Result<(&'s str, &'s str, i64), Error> {
    match args {
        [Value::String(string), Value::String(part)] => {
            let offset = i64::try_from(offset(string)).map_err(|_| Error::INT_OVERFLOW)?;
            Ok((string, part, offset))
        }
        [Value::String(string), Value::String(part), Value::Int(offset)] => Ok((string, part, *offset)),
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

/// The answer of a search for nothing, or behind the end.
fn beyond<'a>(
    length: usize,
    part: &str,
    begin: usize,
    offset: i64,
    context: &Context<'_>,
) -> Option<Outcome<'a>> {
    let is_behind = begin > length || (begin == length && !part.is_empty());
    // Up to 1.31 an offset behind the end is an error.
    if is_behind && begin > length && context.server.minor <= 31 {
        return Some(Err(out_of_range(offset)));
    }
    if part.is_empty() {
        return Some(int(begin.min(length)));
    }
    is_behind.then_some(Ok(Value::Int(-1)))
}

fn join<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let (list, separator) = match args {
        [Value::List(list)] => (list, ""),
        [Value::List(list), Value::String(separator)] => (list, &**separator),
        _ => return Err(Error::NO_SUCH_OVERLOAD),
    };
    let mut joined = String::new();
    for (index, item) in list.iter().enumerate() {
        if index > 0 {
            joined.push_str(separator);
        }
        match Value::item(item) {
            Value::String(string) => joined.push_str(&string),
            other => return Err(Error::new(format!("join: invalid input: {other:?}"))),
        }
        if joined.len() > LARGEST {
            return Err(Error::CANCELLED);
        }
    }
    Ok(Value::owned(joined))
}

fn lower_ascii<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::String(string)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    Ok(Value::owned(string.to_ascii_lowercase()))
}

fn upper_ascii<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::String(string)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    Ok(Value::owned(string.to_ascii_uppercase()))
}

fn replace<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let (string, old, new, count) = match args {
        [Value::String(string), Value::String(old), Value::String(new)] => (string, old, new, -1),
        [Value::String(string), Value::String(old), Value::String(new), Value::Int(count)] => {
            (string, old, new, *count)
        }
        _ => return Err(Error::NO_SUCH_OVERLOAD),
    };
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    // Go replaces nothing where the string and what is replaced are the same.
    let matches = string.matches(&**old).count().min(count);
    let size = matches.checked_mul(new.len()).and_then(|added| added.checked_add(string.len()));
    bounded(size, || string.replacen(&**old, new, count))
}

fn split<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let (string, separator, count) = match args {
        [Value::String(string), Value::String(separator)] => (string, separator, -1),
        [Value::String(string), Value::String(separator), Value::Int(count)] => (string, separator, *count),
        _ => return Err(Error::NO_SUCH_OVERLOAD),
    };
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let parts: Vec<&str> = match (count, separator.is_empty()) {
        (0, _) => Vec::new(),
        (_, true) => characters(string, count),
        _ => string.splitn(count, &**separator).collect(),
    };
    Ok(Value::items(parts.into_iter().map(Value::owned).collect()))
}

/// The code points of a string; the last part has the rest.
fn characters(string: &str, count: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = string;
    while let Some(first) = rest.chars().next() {
        if parts.len() + 1 == count {
            break;
        }
        let (part, behind) = rest.split_at(first.len_utf8());
        parts.push(part);
        rest = behind;
    }
    if !rest.is_empty() {
        parts.push(rest);
    }
    parts
}

fn substring<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let (string, start, end) = match args {
        [Value::String(string), Value::Int(start)] => (string, *start, None),
        [Value::String(string), Value::Int(start), Value::Int(end)] => (string, *start, Some(*end)),
        _ => return Err(Error::NO_SUCH_OVERLOAD),
    };
    if let Some(end) = end.filter(|end| start > *end) {
        let message = format!("invalid substring range. start: {start}, end: {end}");
        return Err(Error::new(message));
    }
    let from = byte_at(string, start).ok_or_else(|| out_of_range(start))?;
    let to = match end {
        Some(end) => byte_at(string, end).ok_or_else(|| out_of_range(end))?,
        None => string.len(),
    };
    Ok(Value::owned(&string[from..to]))
}

/// Go trims the blanks of Unicode.
fn trim<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::String(string)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    Ok(Value::owned(string.trim()))
}

/// A string in quotes, with the escapes of CEL.
pub(super) fn quote<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::String(string)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    let mut quoted = String::with_capacity(string.len() + 2);
    quoted.push('"');
    for char in string.chars() {
        match char {
            '\u{7}' => quoted.push_str("\\a"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{c}' => quoted.push_str("\\f"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{b}' => quoted.push_str("\\v"),
            '\\' => quoted.push_str("\\\\"),
            '"' => quoted.push_str("\\\""),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    Ok(Value::owned(quoted))
}
