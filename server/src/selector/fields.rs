//! Field selectors: `metadata.name=a,spec.engine!=disk`.
//!
//! Source: `apimachinery pkg/fields/selector.go`.

use serde_json::Value;

/// What fields must be like; without terms anything goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FieldSelector(Vec<Term>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    field: String,
    equal: bool,
    value: String,
}

impl FieldSelector {
    /// # Errors
    /// Why the text is not a selector, in upstream's words.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut parts = split(text);
        parts.sort_unstable();
        let terms = parts.into_iter().filter(|part| !part.is_empty()).map(|part| {
            let (field, equal, value) =
                term(part).ok_or_else(|| format!("invalid selector: '{text}'; can't understand '{part}'"))?;
            Ok(Term { field: field.to_owned(), equal, value: unescaped(value)? })
        });
        terms.collect::<Result<_, String>>().map(Self)
    }

    /// Only the object of a name.
    pub(crate) fn of_name(name: &str) -> Self {
        Self(vec![Term { field: "metadata.name".to_owned(), equal: true, value: name.to_owned() }])
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The fields that it asks for.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|term| term.field.as_str())
    }

    /// The value that a field must have, if it must have one.
    pub(crate) fn exact(&self, field: &str) -> Option<&str> {
        self.0.iter().find(|term| term.equal && term.field == field).map(|term| term.value.as_str())
    }

    pub(crate) fn matches(&self, object: &Value) -> bool {
        self.0.iter().all(|term| (printed(object, &term.field) == term.value) == term.equal)
    }
}

/// A field as selectors compare it; what is missing is empty.
///
/// Source: `apiextensions-apiserver pkg/registry/customresource/strategy.go`, `GetAttrs`.
fn printed(object: &Value, path: &str) -> String {
    let mut found = object;
    for name in path.split('.') {
        match found.get(name) {
            Some(value) => found = value,
            None => return String::new(),
        }
    }
    match found {
        Value::String(text) => text.clone(),
        Value::Number(_) | Value::Bool(_) => found.to_string(),
        _ => String::new(),
    }
}

/// The terms, at commas without a backslash before them.
fn split(text: &str) -> Vec<&str> {
    if text.is_empty() {
        return Vec::new();
    }
    let (mut parts, mut start, mut in_escape) = (Vec::new(), 0, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if in_escape => in_escape = false,
            '\\' => in_escape = true,
            ',' => {
                parts.push(text.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text.get(start..).unwrap_or_default());
    parts
}

/// Field, whether it must be equal, value.
fn term(part: &str) -> Option<(&str, bool, &str)> {
    for (at, _) in part.char_indices() {
        let (field, rest) = part.split_at(at);
        for (operator, equal) in [("!=", false), ("==", true), ("=", true)] {
            if let Some(value) = rest.strip_prefix(operator) {
                return Some((field, equal, value));
            }
        }
    }
    None
}

fn unescaped(text: &str) -> Result<String, String> {
    let mut value = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => match characters.next() {
                Some(escaped @ ('\\' | ',' | '=')) => value.push(escaped),
                Some(other) => {
                    return Err(format!("invalid field selector: invalid escape sequence: \\{other}"));
                }
                None => return Err("invalid field selector: invalid escape sequence: \\".to_owned()),
            },
            // Quirk: the character is printed as its number.
            ',' | '=' => {
                let number = u32::from(c);
                return Err(format!("invalid field selector: unescaped character in value: {number}"));
            }
            _ => value.push(c),
        }
    }
    Ok(value)
}
