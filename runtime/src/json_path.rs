//! The steps of paths such as `.spec.name` and `.labels['app']`.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/schema/cel/validation.go`, `ValidFieldPath`.
//!
//! Knows nothing of: schemas, who uses the paths.

const END: &str = "unexpected end of JSON path";

/// Whether `['name']` is allowed.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum ArrayNotation {
    Allowed,
    Refused,
}

/// Gives each name of a path to `step`.
///
/// # Errors
/// Why it is not a path, or what `step` says, in upstream's words.
pub(crate) fn follow(
    path: &str,
    notation: ArrayNotation,
    mut step: impl FnMut(&str) -> Result<(), &'static str>,
) -> Result<(), String> {
    let mut rest = path;
    while let Some(token) = next_token(&mut rest) {
        match token {
            "[" if notation == ArrayNotation::Refused => {
                return Err("array notation is not allowed".to_owned());
            }
            "[" => {
                let name = unquoted(next_token(&mut rest).ok_or(END)?)?;
                step(&name)?;
                match next_token(&mut rest).ok_or(END)? {
                    "]" => {}
                    other => return Err(format!("expected ] but got {other}")),
                }
            }
            "." => step(next_token(&mut rest).ok_or(END)?)?,
            other => return Err(format!("expected [ or . but got: {other}")),
        }
    }
    Ok(())
}

/// A delimiter, a quoted name, or everything up to the next delimiter.
fn next_token<'t>(rest: &mut &'t str) -> Option<&'t str> {
    let text = *rest;
    let first = text.chars().next()?;
    let length = match first {
        '.' | '[' | ']' => 1,
        '\'' => quoted_length(text),
        _ => text.find(['.', '[', ']']).unwrap_or(text.len()),
    };
    let (token, after) = text.split_at_checked(length)?;
    *rest = after;
    Some(token)
}

/// A quoted name without an end is the whole rest.
fn quoted_length(text: &str) -> usize {
    let mut before = '\'';
    for (index, c) in text.char_indices().skip(1) {
        if c == '\'' && before != '\\' {
            return index + 1;
        }
        before = c;
    }
    text.len()
}

fn unquoted(token: &str) -> Result<String, String> {
    let inner = token.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    let inner = inner.ok_or_else(|| format!("expected single quoted string but got {token}"))?;
    let mut name = String::with_capacity(inner.len());
    let mut chars = inner.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            name.push(c);
            continue;
        }
        match chars.next_if(|escaped| *escaped != '\n') {
            None => name.push('\\'),
            Some(escaped) => name.push(unescaped(escaped)?),
        }
    }
    Ok(name)
}

fn unescaped(directive: char) -> Result<char, String> {
    Ok(match directive {
        'a' => '\u{7}',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\u{b}',
        '\'' | '\\' => directive,
        other => return Err(format!("invalid string literal: invalid escape char \\{other}")),
    })
}
