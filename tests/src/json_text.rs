//! JSON strings as nobody would write them: repeated fields, escapes, blanks, and now and then a mistake.

use crate::generate::Tape;

const NAMES: [&str; 9] =
    ["\"a\"", "\"b\"", "\"c\"", "\"\\u0061\"", "\"\"", "\"x.y\"", "\"\\ud800\"", "\"é\"", "\"spec\""];

const SCALARS: [&str; 31] = [
    "1",
    "0",
    "-1",
    "-0",
    "-0.0",
    "-0e2",
    "\"[-0, -0]\"",
    "1.0",
    "1.5",
    "1e2",
    "1E+2",
    "2e-3",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "1e22",
    "0.1",
    "true",
    "false",
    "null",
    "\"\"",
    "\"text\"",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
    "\"\\u00e9\\ud83d\\ude00\"",
    "\"\\ud800\"",
    "\"\\udc00\\ud800 x\"",
    "\"\\\\ud800\"",
    "\"é😀\"",
    "{}",
    "[]",
    "1e400",
];

const ODD: [&str; 30] = [
    "", "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\x", "t", "nul", "tru}", "-", "0", ".", "e", "1.",
    "1e", "é", "'", "\n", "\t", "\u{1}", "//", "00", "+1", "NaN", "\u{feff}",
];

/// The text of an object that is read as a request body.
pub fn body(tape: &mut Tape<'_>) -> String {
    let mut text = String::new();
    match tape.choose(24) {
        23 => value(tape, &mut text, 1),
        _ => object(tape, &mut text, 3, true),
    }
    for _ in 0..tape.choose(12).saturating_sub(9) {
        spoil(tape, &mut text);
    }
    text
}

/// The text of a value.
pub fn value(tape: &mut Tape<'_>, text: &mut String, depth: usize) {
    blank(tape, text);
    match tape.choose(if depth == 0 { 4 } else { 8 }) {
        0..=3 => {
            let count = SCALARS.len() - usize::from(!tape.rarely(1, 16));
            text.push_str(tape.pick(&SCALARS[..count]));
        }
        4 | 5 => list(tape, text, depth - 1),
        _ => object(tape, text, depth - 1, false),
    }
    blank(tape, text);
}

fn list(tape: &mut Tape<'_>, text: &mut String, depth: usize) {
    text.push('[');
    for index in 0..tape.choose(4) {
        if index > 0 {
            text.push(',');
        }
        value(tape, text, depth);
    }
    text.push(']');
}

fn object(tape: &mut Tape<'_>, text: &mut String, depth: usize, typed: bool) {
    text.push('{');
    if typed {
        text.push_str(tape.pick(&[
            r#""kind":"A","apiVersion":"example.com/v1""#,
            r#""apiVersion":"example.com/v1","kind":"A""#,
            r#""kind":"A""#,
            r#""kind":"A","apiVersion":"a/b/c""#,
            r#""kind":5"#,
            r#""kind":null"#,
            r#""kind":"","apiVersion":"v1""#,
            r#""apiVersion":["v1"],"kind":"A""#,
        ]));
    }
    for index in 0..tape.choose(5) {
        if index > 0 || typed {
            text.push(',');
        }
        blank(tape, text);
        text.push_str(tape.pick(&NAMES));
        blank(tape, text);
        text.push(':');
        value(tape, text, depth);
    }
    text.push('}');
}

fn blank(tape: &mut Tape<'_>, text: &mut String) {
    if tape.choose(8) == 7 {
        text.push_str(tape.pick(&[" ", "\n", "\t\r\n", "  "]));
    }
}

/// Puts something in, takes a character out, or cuts the end off.
fn spoil(tape: &mut Tape<'_>, text: &mut String) {
    let places: Vec<_> = text.char_indices().map(|(at, _)| at).collect();
    if places.is_empty() {
        return;
    }
    let at = places[(tape.choose(256) * 256 + tape.choose(256)) % places.len()];
    match tape.choose(6) {
        0..=2 => text.insert_str(at, tape.pick(&ODD)),
        3 | 4 => drop(text.remove(at)),
        _ => text.truncate(at),
    }
}
