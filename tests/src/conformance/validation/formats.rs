//! Strings, each asked of all formats at once.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::samples::{FORMATS, STRINGS};
use super::{answer, difference};
use crate::conformance::Operation;
use crate::generate::Tape;

/// Samples with a few characters more, fewer or others.
pub struct Formats;

impl Formats {
    /// Asks all formats about a string.
    pub fn about(text: &str) -> Value {
        let property = |format: &&str| ((*format).to_owned(), json!({"type": "string", "format": format}));
        let properties: Map<_, _> = FORMATS.iter().map(property).collect();
        let object: Map<_, _> = FORMATS.iter().map(|format| ((*format).to_owned(), text.into())).collect();
        let schema = json!({"type": "object", "properties": properties});
        json!({"op": "validate_object_create", "schema": schema, "object": object})
    }

    /// The formats that a string is of, by an answer.
    pub fn accepted(answer: &Value) -> Vec<&'static str> {
        let errors = answer["errors"].as_array().into_iter().flatten();
        let refused: BTreeSet<_> = errors.filter_map(|error| error["field"].as_str()).collect();
        FORMATS.into_iter().filter(|format| !refused.contains(format)).collect()
    }
}

fn mutated(tape: &mut Tape<'_>, text: &str) -> String {
    const CHARACTERS: [&str; 40] = [
        "a", "f", "z", "T", "Z", "0", "1", "2", "5", "9", ".", ":", "-", "/", "@", "%", "+", " ", "\t", "\n",
        "(", ")", "<", ">", "[", "]", "\"", "\\", "=", "?", ",", "#", "_", "ü", "☃", "日", "µ", "X", "s",
        "h",
    ];
    let mut characters: Vec<_> = text.chars().map(String::from).collect();
    for _ in 0..tape.choose(4) {
        let index = tape.choose(characters.len() + 1).min(characters.len().saturating_sub(1));
        let other = tape.pick(&CHARACTERS).to_owned();
        match tape.choose(4) {
            0 if !characters.is_empty() => drop(characters.remove(index)),
            1 if !characters.is_empty() => characters[index] = other,
            2 if !characters.is_empty() => characters.swap(0, index),
            _ => characters.insert(index, other),
        }
    }
    characters.concat()
}

impl Operation for Formats {
    fn name(&self) -> &'static str {
        "formats"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        // A byte has not enough values for all.
        let text = STRINGS[(tape.choose(256) * 256 + tape.choose(256)) % STRINGS.len()];
        let text = mutated(tape, text);
        let text = if tape.rarely(1, 8) { text.clone() + &mutated(tape, &text) } else { text };
        Self::about(&text)
    }

    fn answer(&self, request: &Value) -> Value {
        answer(request)
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        difference(request, oracle)
    }

    fn class(&self, _: &Value, answer: &Value) -> String {
        Self::accepted(answer).join(" ")
    }
}
