//! Random values for a schema: such that fit, nearly fit, and do not fit.

use serde_json::{Map, Value, json};

use super::samples::STRINGS;
use crate::generate::{Tape, anything};

/// A value for the schema; one of twelve is anything.
pub(in super::super) fn value(tape: &mut Tape<'_>, schema: &Value) -> Value {
    below(tape, schema, 5)
}

fn below(tape: &mut Tape<'_>, schema: &Value, depth: usize) -> Value {
    match tape.choose(24) {
        22 => return Value::Null,
        23 => return if depth > 3 { json!({}) } else { anything(tape, 2) },
        20 | 21 => {
            if let Some(allowed) = schema["enum"].as_array().filter(|allowed| !allowed.is_empty()) {
                return allowed[tape.choose(allowed.len())].clone();
            }
        }
        _ => {}
    }
    match schema["type"].as_str() {
        Some("string") => text(tape, schema),
        Some("integer") => integer(tape),
        Some("number") => number(tape),
        Some("boolean") => (tape.choose(2) == 1).into(),
        Some("array") => list(tape, schema, depth),
        Some(_) => fields(tape, schema, depth),
        None if schema["x-kubernetes-int-or-string"] == true => match tape.choose(5) {
            0 | 1 => text(tape, schema),
            2 | 3 => integer(tape),
            _ => number(tape),
        },
        None => match tape.choose(4) {
            0 => text(tape, schema),
            1 => number(tape),
            2 => list(tape, schema, depth),
            _ => anything(tape, 2),
        },
    }
}

fn text(tape: &mut Tape<'_>, schema: &Value) -> Value {
    const SHORT: [&str; 16] = [
        "a", "", "ab", "abc", "b", "1", "é", "日本", "A", "a\"b", "\n", "\u{0}", "👍", "<&>", "e\u{301}",
        "true",
    ];
    if schema.get("format").is_some() && tape.rarely(3, 4) {
        // A byte has not enough values for all.
        return STRINGS[(tape.choose(256) * 256 + tape.choose(256)) % STRINGS.len()].into();
    }
    tape.pick(&SHORT).into()
}

fn integer(tape: &mut Tape<'_>) -> Value {
    const INTEGERS: [i64; 18] = [
        0,
        1,
        2,
        3,
        4,
        5,
        10,
        -1,
        65,
        97,
        2_147_483_647,
        2_147_483_648,
        -2_147_483_649,
        9_007_199_254_740_993,
        i64::MAX,
        i64::MIN,
        65_533,
        1_000_000,
    ];
    if tape.rarely(1, 5) { number(tape) } else { INTEGERS[tape.choose(INTEGERS.len())].into() }
}

fn number(tape: &mut Tape<'_>) -> Value {
    const NUMBERS: [f64; 24] = [
        0.0,
        1.0,
        1.5,
        2.5,
        0.5,
        0.1,
        0.3,
        3.3,
        1.9,
        -1.0,
        1e20,
        1e21,
        1e-7,
        1e300,
        9_007_199_254_740_992.0,
        9_007_199_254_740_991.0,
        3.402_823_6e38,
        3.402_823_567_797_336_6e38,
        2_147_483_648.0,
        12_345_678_901_234_567_890.0,
        65.0,
        3.000_000_000_1,
        1e6,
        0.0075,
    ];
    if tape.rarely(1, 3) { tape.choose(6).into() } else { NUMBERS[tape.choose(NUMBERS.len())].into() }
}

fn list(tape: &mut Tape<'_>, schema: &Value, depth: usize) -> Value {
    if depth == 0 {
        return json!([]);
    }
    let mut items: Vec<_> = (0..tape.choose(4)).map(|_| below(tape, &schema["items"], depth - 1)).collect();
    if let Some(first) = items.first().filter(|_| tape.rarely(1, 6)) {
        items.push(first.clone());
    }
    items.into()
}

fn fields(tape: &mut Tape<'_>, schema: &Value, depth: usize) -> Value {
    if depth == 0 {
        return json!({});
    }
    let mut object = Map::new();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        if tape.choose(5) != 4 {
            object.insert(name.clone(), below(tape, property, depth - 1));
        }
    }
    let open = schema.get("additionalProperties").is_some();
    for _ in 0..if open { tape.choose(4) } else { usize::from(tape.rarely(1, 8)) } {
        let name = tape.pick(&["x", "y", "a", "p.q", "", ".", "z z"]);
        let field = match &schema["additionalProperties"] {
            Value::Object(_) => below(tape, &schema["additionalProperties"], depth - 1),
            _ => anything(tape, 1),
        };
        object.entry(name).or_insert(field);
    }
    Value::Object(object)
}
