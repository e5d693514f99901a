//! Objects of the schema: mostly what it declares, with nulls, unknown fields and values of other types.

use serde_json::{Map, Value, json};

use super::rarely;
use crate::generate::Tape;

const STRINGS: &[&str] = &[
    "abc",
    "",
    "a",
    "b",
    "é",
    "x",
    "k",
    "A b ",
    "1.2.3.4",
    "::1",
    "10.0.0.0/8",
    "1Gi",
    "100m",
    "1.2.3",
    "v1.2",
    "https://a.b/c?d=e",
    "1h",
    "2020-01-02T03:04:05Z",
    "a,b,c",
    "5",
    "-7",
    "1.5",
    "true",
    "aaa",
    "😀é",
    "dns-label",
    "a.b/c",
    "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
    "^a+$",
    "[",
    "%s",
    "\u{301}e\n\"'",
];

/// An object of a schema.
pub(super) fn object(tape: &mut Tape<'_>, schema: &Value) -> Value {
    let mut object = value(tape, schema);
    if !object.is_object() {
        object = json!({});
    }
    object
}

fn value(tape: &mut Tape<'_>, schema: &Value) -> Value {
    if rarely(tape, 48) {
        return any(tape);
    }
    if tape.choose(if schema["nullable"] == true { 4 } else { 96 }) == 3 {
        return Value::Null;
    }
    match (schema["type"].as_str(), schema["format"].as_str()) {
        (Some("string"), Some(format)) => string(tape, format),
        (Some("string"), None) => tape.pick(STRINGS).into(),
        (Some("integer"), _) => integer(tape),
        (Some("number"), _) => {
            [json!(1.5), json!(0), json!(-0.0), json!(5), json!(1e21), json!(0.1), json!(-3)][tape.choose(7)]
                .clone()
        }
        (Some("boolean"), _) => (tape.choose(2) == 0).into(),
        (Some("array"), _) => list(tape, schema),
        (Some("object"), _) => fields(tape, schema),
        _ if schema["x-kubernetes-int-or-string"] == true && tape.choose(2) == 0 => integer(tape),
        _ if schema["x-kubernetes-int-or-string"] == true => tape.pick(STRINGS).into(),
        _ => any(tape),
    }
}

fn string(tape: &mut Tape<'_>, format: &str) -> Value {
    if rarely(tape, 12) {
        return tape.pick(STRINGS).into();
    }
    let examples = match format {
        "date-time" | "datetime" => &[
            "2020-01-02T03:04:05+02:00",
            "2020-01-02T03:04:05Z",
            "2024-02-29T23:59:60.5Z",
            "2020-01-02 03:04",
        ][..],
        "date" => &["2020-01-02", "2024-02-29", "2023-02-29"],
        "duration" => &["1h", "90m", "-1.5s", "1d", "3 weeks", "0"],
        "byte" => &["aGk=", "", "aGk", "////"],
        "uuid" => &["6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6ba7b8109dad11d180b400c04fd430c8"],
        _ => &["1.2.3.4", "10.0.0.1"],
    };
    tape.pick(examples).into()
}

fn integer(tape: &mut Tape<'_>) -> Value {
    let integers = [5, 0, 1, -7, 2, 3, 12, i64::MAX, i64::MIN, 9_007_199_254_740_993];
    let integer = integers[tape.choose(integers.len())];
    if rarely(tape, 40) { [5.0, 0.0, 1e18, -2.0][tape.choose(4)].into() } else { integer.into() }
}

fn list(tape: &mut Tape<'_>, schema: &Value) -> Value {
    if schema["items"]["type"] == "integer" && rarely(tape, 40) {
        return (0..600).collect();
    }
    let mut items: Vec<Value> = Vec::new();
    for _ in 0..[2, 1, 0, 3, 4][tape.choose(5)] {
        let repeated = !items.is_empty() && rarely(tape, 5);
        items.push(if repeated { items[0].clone() } else { value(tape, &schema["items"]) });
    }
    items.into()
}

fn fields(tape: &mut Tape<'_>, schema: &Value) -> Value {
    let mut object = Map::new();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        if tape.choose(6) != 5 {
            object.insert(name.clone(), value(tape, property));
        }
    }
    if schema["additionalProperties"].is_object() {
        for name in ["k", "a", "x.y", "b"].into_iter().take([2, 1, 0, 3, 4][tape.choose(5)]) {
            object.insert(name.to_owned(), value(tape, &schema["additionalProperties"]));
        }
    }
    if schema["x-kubernetes-embedded-resource"] == true {
        type_meta(tape, &mut object);
    }
    let unknown = if schema["x-kubernetes-preserve-unknown-fields"] == true { 2 } else { 64 };
    if rarely(tape, unknown) {
        object.entry(tape.pick(&["k", "z"])).or_insert_with(|| any(tape));
    }
    object.into()
}

/// What every whole object has, or mostly has.
pub(super) fn type_meta(tape: &mut Tape<'_>, object: &mut Map<String, Value>) {
    let name = tape.pick(&["abc", "x", ""]);
    for (field, value) in [
        ("apiVersion", json!("v1")),
        ("kind", json!("K")),
        ("metadata", json!({"name": name, "labels": {"a": "b"}})),
    ] {
        if !rarely(tape, 12) {
            object.insert(field.to_owned(), value);
        }
    }
}

/// Any JSON of a few.
fn any(tape: &mut Tape<'_>) -> Value {
    let all = [
        json!({"k": 1}),
        json!(1),
        json!("abc"),
        Value::Null,
        json!(-3),
        json!(1.5),
        json!(2.0),
        json!(true),
        json!(""),
        json!([]),
        json!(["a"]),
        json!(["a", "a"]),
        json!([1, 2]),
        json!({}),
        json!({"a": "x"}),
        json!({"k": "a", "x": null}),
        json!([{"k": "a", "v": 2}, {"k": "b"}]),
        json!({"k": {"k": ["a", 1]}}),
        json!(9_007_199_254_740_993_i64),
        json!([[1], ["a"]]),
        json!("2020-01-02T03:04:05Z"),
        json!(false),
    ];
    all[tape.choose(all.len())].clone()
}

/// The object after a few changes.
pub(super) fn changed(tape: &mut Tape<'_>, schema: &Value, object: &Value) -> Value {
    let mut object = object.clone();
    for _ in 0..[1, 0, 2, 3, 6][tape.choose(5)] {
        change(tape, schema, &mut object, 0);
    }
    object
}

fn change(tape: &mut Tape<'_>, schema: &Value, object: &mut Value, depth: usize) {
    let deeper = depth < 3 && tape.choose(2) == 1;
    match object {
        Value::Object(fields) if !fields.is_empty() => {
            let names: Vec<_> = fields.keys().take(200).cloned().collect();
            let name = &names[tape.choose(names.len())];
            let below = schema["properties"].get(name).unwrap_or(&schema["additionalProperties"]);
            if deeper {
                return change(tape, below, &mut fields[name], depth + 1);
            }
            match tape.choose(4) {
                0 | 1 => fields[name] = value(tape, below),
                2 => fields[name] = Value::Null,
                _ => drop(fields.remove(name)),
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let at = tape.choose(items.len());
            if deeper {
                return change(tape, &schema["items"], &mut items[at], depth + 1);
            }
            match tape.choose(5) {
                0 => items[at] = value(tape, &schema["items"]),
                1 => items.swap(0, at),
                2 => drop(items.remove(at)),
                3 => items.push(items[at].clone()),
                _ => items.insert(at, value(tape, &schema["items"])),
            }
        }
        other => *other = value(tape, schema),
    }
}
