//! `yaml`: a string as a value.

use crd_schema::yaml::{Document, read_stream};
use serde_json::{Value, json};

use super::{Operation, same, without_negative_zeros};
use crate::generate::Tape;

/// What kubectl makes of a string. We may refuse what Go reads, but never read another value.
pub struct Yaml;

const SCALARS: [&str; 48] = [
    "a",
    "b",
    "1",
    "0",
    "-1",
    "0755",
    "0o7",
    "0x1F",
    "0b11",
    "1.0",
    "1.5",
    "-0.0",
    "1e3",
    ".5",
    "1_000",
    "+1",
    ".inf",
    ".nan",
    "1:30",
    "190:20:30",
    "yes",
    "no",
    "on",
    "Off",
    "y",
    "N",
    "true",
    "FALSE",
    "null",
    "~",
    "Null",
    "",
    "''",
    "\"\"",
    "'a''b'",
    "\"x\\n\\t\\u0041\\x41\"",
    "\"1\"",
    "2020-01-01",
    "2001-12-14t21:59:43.10-05:00",
    "!!str 1",
    "!!int \"3\"",
    "!!float 1",
    "!!binary aGk=",
    "<<",
    "=",
    "9223372036854775808",
    "18446744073709551616",
    "a b: c",
];

const ODD: [&str; 26] = [
    "\n", "\n\n", "  ", "\t", ": ", ":", "- ", "?", "? ", "#", " # c\n", "'", "\"", "\\", "|", ">-\n", "%",
    "@", "&x ", "*x", "!t ", "[", "}", ",", "---\n", "\u{85}",
];

impl Operation for Yaml {
    fn name(&self) -> &'static str {
        "yaml"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        let mut text = String::new();
        match tape.choose(12) {
            10 => (0..=tape.choose(10)).for_each(|_| text.push_str(tape.pick(&ODD))),
            11 => text = flow(tape, 3),
            _ => block(tape, &mut text, 0, 3),
        }
        for _ in 0..tape.choose(6).saturating_sub(3) {
            spoil(tape, &mut text);
        }
        // What begins with a brace is JSON to kubectl, and to the operation of the oracle YAML.
        if text.trim_start().starts_with('{') {
            text.insert_str(0, "#\n");
        }
        // kubectl's reader ends every line, the last one too, before the parser sees it.
        if !text.ends_with('\n') {
            text.push('\n');
        }
        json!({"op": "yaml", "text": text})
    }

    fn answer(&self, request: &Value) -> Value {
        let text = request["text"].as_str().unwrap_or_default();
        match read_stream(text.as_bytes()) {
            Ok(documents) => {
                let mut values = documents.into_iter().map(Document::into_value);
                json!({"value": values.next(), "more": values.next().is_some() || text.contains("\n---")})
            }
            Err(error) => json!({"error": error.to_string()}),
        }
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        let ours = &self.answer(request);
        // The operation reads one document; where a stream is cut is for the recorded tables.
        if ours.get("error").is_some() || ours["more"] == true {
            return None;
        }
        if let Some(error) = oracle.get("error") {
            return Some(format!("Go refuses with {error}, ours is {}", ours["value"]));
        }
        // The JSON that Go makes of `-0.0` is `-0`, which it then reads as an integer.
        let go = &without_negative_zeros(&oracle["value"]);
        let ours = &ours["value"];
        (!same(go, ours)).then(|| format!("Go has {go}, ours is {ours}"))
    }

    fn class(&self, request: &Value, answer: &Value) -> String {
        if let Some(error) = answer["error"].as_str() {
            return error.chars().filter(|letter| !letter.is_ascii_digit()).take(60).collect();
        }
        let text = request["text"].as_str().unwrap_or_default();
        let marks = ["&", "*", "<<", "|", ">", "?", "[", "{", "!!", "'", "\"", "#"];
        let marks: String = marks.into_iter().filter(|mark| text.contains(mark)).take(2).collect();
        if self.answer(request).get("error").is_some() {
            return format!("refused by us: {marks}");
        }
        format!("{} {marks}", kind(&answer["value"]))
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "list",
        Value::Object(_) => "map",
    }
}

fn block(tape: &mut Tape<'_>, text: &mut String, indent: usize, depth: usize) {
    let margin = " ".repeat(indent);
    match tape.choose(if depth == 0 { 3 } else { 9 }) {
        0 | 1 => inline(tape, text),
        2 => scalar_block(tape, text, &margin),
        3 | 4 => {
            text.push('\n');
            for _ in 0..=tape.choose(3) {
                text.push_str(&margin);
                text.push_str("- ");
                block(tape, text, indent + 2, depth - 1);
            }
        }
        _ => {
            text.push('\n');
            for _ in 0..=tape.choose(3) {
                text.extend([&margin, key(tape), ": "]);
                let deeper = indent + 1 + tape.choose(3);
                block(tape, text, deeper, depth - 1);
            }
        }
    }
}

fn key(tape: &mut Tape<'_>) -> &'static str {
    match tape.choose(5) {
        0..=2 => tape.pick(&["a", "b", "c", "d", "e", "f"]),
        3 => tape.pick(&["<<", "? x", "\"q\"", "1.0", "&k a", "*x", "~"]),
        _ => tape.pick(&SCALARS),
    }
}

fn inline(tape: &mut Tape<'_>, text: &mut String) {
    match tape.choose(12) {
        8 => text.push_str("&x "),
        9 => {
            text.push_str(tape.pick(&["!!str ", "!!int ", "!!float ", "!!map ", "!t ", "!!seq ", "!!null "]));
        }
        _ => {}
    }
    match tape.choose(8) {
        5 => text.push_str("*x"),
        6 => text.push_str(&flow(tape, 2)),
        _ => text.push_str(tape.pick(&SCALARS)),
    }
    text.push_str(if tape.choose(6) == 5 { " # c\n" } else { "\n" });
}

fn scalar_block(tape: &mut Tape<'_>, text: &mut String, margin: &str) {
    text.push_str(tape.pick(&["|", ">", "|-", ">+", "|2", "|+", ">-"]));
    text.push('\n');
    for _ in 0..=tape.choose(3) {
        let line = tape.pick(&["a", "b c", "", "  in", "# no", "d: e", "\tt"]);
        text.extend([margin, "  ", line, "\n"]);
    }
}

fn flow(tape: &mut Tape<'_>, depth: usize) -> String {
    if depth == 0 || tape.choose(3) == 0 {
        return (*tape.pick(&SCALARS)).to_owned();
    }
    let count = tape.choose(4);
    let is_list = tape.choose(2) == 0;
    let items: Vec<_> = (0..count)
        .map(|_| {
            if is_list { flow(tape, depth - 1) } else { format!("{}: {}", key(tape), flow(tape, depth - 1)) }
        })
        .collect();
    let comma = tape.pick(&[", ", ",", ",\n "]);
    let inside = items.join(comma);
    if is_list { format!("[{inside}]") } else { format!("{{{inside}}}") }
}

/// Puts something odd somewhere, or takes a character away.
fn spoil(tape: &mut Tape<'_>, text: &mut String) {
    let places: Vec<_> = text.char_indices().map(|(index, _)| index).collect();
    let Some(place) = (!places.is_empty()).then(|| places[tape.choose(places.len())]) else { return };
    if tape.choose(3) == 0 {
        text.remove(place);
    } else {
        text.insert_str(place, tape.pick(&ODD));
    }
}
