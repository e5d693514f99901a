//! Paths such as `.spec.name` that rules and selectable fields use.
//!
//! **Quirk**: where the walk has no schema left upstream dereferences a nil pointer
//! (`pkg/apiserver/schema/cel/validation.go`, `ValidFieldPath`); here such a path leads to no field.
//!
//! Knows nothing of: who uses the paths.

use crate::wire::{JsonSchemaProps, SchemaOrBool};

/// Whether `['name']` is allowed.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum ArrayNotation {
    Allowed,
    Refused,
}

/// Where a path leads.
pub(super) struct Target<'p> {
    /// The path as Kubernetes writes it: `spec.name`.
    pub(super) text: String,
    /// The first name of the path, as it is written there.
    pub(super) root: String,
    /// What the schema says of the field; nothing below `additionalProperties: true`.
    pub(super) schema: Option<&'p JsonSchemaProps>,
}

const NO_FIELD: &str = "does not refer to a valid field";
const END: &str = "unexpected end of JSON path";

/// Follows a path through the properties and additional properties of a schema.
///
/// # Errors
/// Why it leads to no field, in upstream's words.
pub(super) fn resolve<'p>(
    json_path: &str,
    schema: Option<&'p JsonSchemaProps>,
    notation: ArrayNotation,
) -> Result<Target<'p>, String> {
    let mut target = Target { text: String::new(), root: String::new(), schema };
    let mut rest = json_path;
    while let Some(token) = next_token(&mut rest) {
        match token {
            "[" if notation == ArrayNotation::Refused => {
                return Err("array notation is not allowed".to_owned());
            }
            "[" => {
                let name = unquoted(next_token(&mut rest).ok_or(END)?)?;
                target.step(&name)?;
                match next_token(&mut rest).ok_or(END)? {
                    "]" => {}
                    other => return Err(format!("expected ] but got {other}")),
                }
            }
            "." => target.step(next_token(&mut rest).ok_or(END)?)?,
            other => return Err(format!("expected [ or . but got: {other}")),
        }
    }
    Ok(target)
}

impl Target<'_> {
    fn step(&mut self, name: &str) -> Result<(), &'static str> {
        let schema = self.schema.ok_or(NO_FIELD)?;
        let dot = if self.text.is_empty() { "" } else { "." };
        let written;
        match (&schema.properties, &schema.additional_properties) {
            (Some(properties), _) if !properties.is_empty() => {
                self.schema = Some(properties.get(name).ok_or(NO_FIELD)?);
                written = format!("{dot}{name}");
            }
            (_, Some(SchemaOrBool::Schema(values))) => {
                self.schema = Some(values);
                written = format!("[{name}]");
            }
            (_, Some(SchemaOrBool::Bool(_))) => {
                self.schema = None;
                written = format!("[{name}]");
            }
            _ => return Err(NO_FIELD),
        }
        if self.text.is_empty() {
            self.root.clone_from(&written);
        }
        self.text.push_str(&written);
        Ok(())
    }
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
