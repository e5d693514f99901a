//! Random schemas with markers that a server would take, and updates of their objects.
//!
//! Unlike [`generate`](crate::generate), which draws whatever is structural, this keeps to what CRD validation accepts, so
//! that a refusal of the lowered schema is a fault of lowering.

use serde_json::{Map, Value, json};

use crate::generate::Tape;

const NAMES: [&str; 9] = ["a", "b", "namespace", "x-y", "a.b", "q__dot__r", "c_d", "p/q", "1st"];
const KEYS: [&str; 3] = ["k", "namespace", "j"];
const WORDS: [&str; 3] = ["Immutable", "AddOnly", "RemoveOnly"];
const TEXTS: [&str; 5] = ["x", "y", "", "1", "zz"];

/// A schema of a whole resource.
pub fn schema(tape: &mut Tape<'_>) -> Value {
    let mut spec = json!({"type": "object"});
    fill(tape, &mut spec, 3);
    let mut root = json!({"type": "object", "properties": {"spec": spec}});
    if tape.choose(3) != 2 {
        root["required"] = json!(["spec"]);
    }
    root
}

/// Gives an object members.
fn fill(tape: &mut Tape<'_>, node: &mut Value, depth: usize) {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for _ in 0..=tape.choose(3) {
        let names = if tape.rarely(1, 12) { 9 } else { 8 };
        let name = NAMES[tape.choose(names)];
        let mut member = any(tape, depth);
        mark(tape, &mut member, true);
        decorate(tape, &mut member);
        if tape.rarely(1, 3) {
            required.push(name);
        }
        properties.insert(name.to_owned(), member);
    }
    required.sort_unstable();
    required.dedup();
    node["properties"] = Value::Object(properties);
    if !required.is_empty() {
        node["required"] = json!(required);
    }
}

/// Nullable, or with a default.
fn decorate(tape: &mut Tape<'_>, member: &mut Value) {
    if tape.rarely(1, 5) {
        member["nullable"] = true.into();
    }
    if tape.rarely(1, 8) && is_scalar(member) {
        member["default"] = fitting(tape, member, 0);
    }
}

fn is_scalar(node: &Value) -> bool {
    node["x-kubernetes-int-or-string"] == true
        || matches!(node["type"].as_str(), Some("string" | "integer" | "number" | "boolean"))
}

fn scalar(tape: &mut Tape<'_>) -> Value {
    match tape.choose(10) {
        0..=3 => text(tape),
        4 | 5 => json!({"type": "integer"}),
        6 => json!({"type": "number"}),
        7 => json!({"type": "boolean"}),
        8 => {
            let mut either = json!({"x-kubernetes-int-or-string": true});
            if tape.rarely(1, 2) {
                either["maxLength"] = 12.into();
            }
            either
        }
        _ => json!({"type": "string", "format": tape.pick(&["date-time", "duration", "byte"])}),
    }
}

fn text(tape: &mut Tape<'_>) -> Value {
    match tape.choose(8) {
        7 => json!({"type": "string"}),
        6 => json!({"type": "string", "enum": TEXTS}),
        5 => json!({"type": "string", "maxLength": 253}),
        _ => json!({"type": "string", "maxLength": 20}),
    }
}

fn any(tape: &mut Tape<'_>, depth: usize) -> Value {
    if depth == 0 {
        return scalar(tape);
    }
    match tape.choose(16) {
        0..=3 => scalar(tape),
        4..=6 => {
            let mut node = json!({"type": "object"});
            fill(tape, &mut node, depth - 1);
            node
        }
        7 | 8 => map(tape, depth - 1),
        9 | 10 => atomic(tape, depth - 1),
        11 | 12 => set(tape),
        13 | 14 => list_map(tape, depth - 1),
        _ => odd(tape),
    }
}

fn map(tape: &mut Tape<'_>, depth: usize) -> Value {
    let values = element(tape, depth);
    let mut map = json!({"type": "object", "additionalProperties": values});
    bound(tape, &mut map, "maxProperties");
    if tape.rarely(1, 6) {
        map["x-kubernetes-map-type"] = "atomic".into();
    }
    map
}

fn element(tape: &mut Tape<'_>, depth: usize) -> Value {
    let mut element = any(tape, depth);
    mark(tape, &mut element, false);
    if tape.rarely(1, 6) {
        element["nullable"] = true.into();
    }
    element
}

/// Without a bound many rules would be too dear.
fn bound(tape: &mut Tape<'_>, node: &mut Value, keyword: &str) {
    match tape.choose(16) {
        0..=12 => node[keyword] = (3 + tape.choose(12)).into(),
        13 => node[keyword] = 70.into(),
        14 => node[keyword] = 1000.into(),
        _ => {}
    }
}

fn atomic(tape: &mut Tape<'_>, depth: usize) -> Value {
    let items = element(tape, depth);
    let mut list = json!({"type": "array", "items": items});
    bound(tape, &mut list, "maxItems");
    if tape.rarely(1, 2) {
        list["x-kubernetes-list-type"] = "atomic".into();
    }
    list
}

fn set(tape: &mut Tape<'_>) -> Value {
    let mut items = match tape.choose(5) {
        3 => json!({"type": "object", "x-kubernetes-map-type": "atomic", "properties": {
            "a": {"type": "string", "maxLength": 20}, "b": {"type": "integer", "nullable": tape.rarely(1, 2)}}}),
        4 => json!({"type": "array", "x-kubernetes-list-type": "atomic", "maxItems": 4,
            "items": {"type": "string", "maxLength": 20}}),
        _ => scalar(tape),
    };
    mark(tape, &mut items, false);
    let mut set = json!({"type": "array", "x-kubernetes-list-type": "set", "items": items});
    bound(tape, &mut set, "maxItems");
    set
}

fn list_map(tape: &mut Tape<'_>, depth: usize) -> Value {
    let mut items = json!({"type": "object"});
    fill(tape, &mut items, depth);
    let keys: Vec<_> = KEYS.into_iter().skip(tape.choose(2)).take(1 + tape.choose(2)).collect();
    for key in &keys {
        items["properties"][*key] = match tape.choose(6) {
            0..=2 => json!({"type": "string", "maxLength": 20}),
            3 => json!({"type": "integer"}),
            4 => json!({"x-kubernetes-int-or-string": true}),
            _ => json!({"type": "number"}),
        };
    }
    items["required"] = json!(keys);
    mark(tape, &mut items, false);
    let mut list = json!({
        "type": "array", "items": items, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys,
    });
    bound(tape, &mut list, "maxItems");
    list
}

/// What CEL does not see, or not wholly.
fn odd(tape: &mut Tape<'_>) -> Value {
    match tape.choose(4) {
        0 => json!({"x-kubernetes-preserve-unknown-fields": true}),
        1 => json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true,
            "properties": {"a": {"type": "string", "maxLength": 20}}}),
        2 => json!({"type": "object", "x-kubernetes-embedded-resource": true,
            "x-kubernetes-preserve-unknown-fields": true}),
        _ => json!({"type": "object", "properties": {"raw": {"x-kubernetes-preserve-unknown-fields": true}}}),
    }
}

fn mark(tape: &mut Tape<'_>, node: &mut Value, is_member: bool) {
    let is_list = node["type"] == "array";
    let is_map = node.get("additionalProperties").is_some();
    let is_simple = is_scalar(node);
    if tape.rarely(1, if is_simple { 3 } else { 8 }) {
        let words = if is_member && !is_list && !is_map { &WORDS[..] } else { &WORDS[..1] };
        node["x-kubernetes-mutability"] = tape.pick(words).into();
    }
    if (is_list || is_map) && tape.rarely(1, 3) {
        node["x-kubernetes-key-mutability"] = tape.pick(&WORDS).into();
    }
}

/// An object of the schema.
pub fn object(tape: &mut Tape<'_>, schema: &Value) -> Value {
    fitting(tape, schema, 8)
}

fn value(tape: &mut Tape<'_>, schema: &Value, depth: usize) -> Value {
    if schema["nullable"] == true && tape.rarely(1, 4) { Value::Null } else { fitting(tape, schema, depth) }
}

fn fitting(tape: &mut Tape<'_>, schema: &Value, depth: usize) -> Value {
    let below = depth.saturating_sub(1);
    match schema["type"].as_str() {
        Some("string") => words(tape, schema),
        Some("integer") => tape.choose(3).into(),
        Some("number") => number(tape),
        Some("boolean") => (tape.choose(2) == 1).into(),
        Some("array") => list(tape, schema, below),
        Some(_) => members(tape, schema, below),
        None if schema["x-kubernetes-int-or-string"] == true => {
            if tape.rarely(1, 2) {
                tape.pick(&TEXTS).into()
            } else {
                tape.choose(3).into()
            }
        }
        None => anything(tape),
    }
}

/// The second spelling of each is the first one's value.
pub const SPELLINGS: [(&str, &[&str]); 3] = [
    ("date-time", &["2020-01-01T00:00:00Z", "2020-01-01T01:00:00+01:00", "2021-01-01T00:00:00Z"]),
    ("duration", &["1h", "60m", "2h"]),
    ("byte", &["YQ==", "YR==", "Yg=="]),
];

fn words(tape: &mut Tape<'_>, schema: &Value) -> Value {
    let format = schema["format"].as_str().unwrap_or_default();
    match SPELLINGS.iter().find(|(name, _)| *name == format) {
        Some((_, spellings)) => spellings[[0, 2, 0, 2, 1][tape.choose(5)]].into(),
        None => tape.pick(&TEXTS).into(),
    }
}

fn number(tape: &mut Tape<'_>) -> Value {
    match tape.choose(8) {
        5 => 0.5.into(),
        6 => 9_007_199_254_740_992_i64.into(),
        7 => 9_007_199_254_740_993_i64.into(),
        _ => tape.choose(3).into(),
    }
}

fn anything(tape: &mut Tape<'_>) -> Value {
    match tape.choose(5) {
        0 => json!({"x": tape.choose(2)}),
        1 => json!({"y": tape.choose(2), "z": null}),
        2 => json!([tape.choose(2)]),
        _ => tape.pick(&TEXTS).into(),
    }
}

fn list(tape: &mut Tape<'_>, schema: &Value, depth: usize) -> Value {
    let count = tape.choose(4);
    let items = (0..count).map(|_| value(tape, &schema["items"], depth)).collect();
    distinct(schema, items).into()
}

/// Without the items whose key there is already.
fn distinct(schema: &Value, items: Vec<Value>) -> Vec<Value> {
    let mut kept: Vec<Value> = Vec::new();
    for item in items {
        if !kept.iter().any(|other| same_key(schema, other, &item)) {
            kept.push(item);
        }
    }
    kept
}

fn same_key(schema: &Value, left: &Value, right: &Value) -> bool {
    match schema["x-kubernetes-list-type"].as_str() {
        Some("set") => plain(&schema["items"], left.clone()) == plain(&schema["items"], right.clone()),
        Some("map") => {
            let keys = schema["x-kubernetes-list-map-keys"].as_array().into_iter().flatten();
            keys.filter_map(Value::as_str).all(|key| {
                let member = &schema["items"]["properties"][key];
                plain(member, left[key].clone()) == plain(member, right[key].clone())
            })
        }
        _ => false,
    }
}

fn members(tape: &mut Tape<'_>, schema: &Value, depth: usize) -> Value {
    let mut object = Map::new();
    let required =
        |name: &String| schema["required"].as_array().is_some_and(|all| all.contains(&json!(name)));
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        if required(name) || tape.choose(4) != 3 {
            object.insert(name.clone(), value(tape, member, depth));
        }
    }
    if schema["additionalProperties"].is_object() {
        for _ in 0..tape.choose(4) {
            let name = tape.pick(&["x", "y", "p.q"]);
            object.insert(name.to_owned(), value(tape, &schema["additionalProperties"], depth));
        }
    }
    if schema["x-kubernetes-preserve-unknown-fields"] == true {
        object.insert(tape.pick(&["u", "v"]).to_owned(), anything(tape));
    }
    if schema["x-kubernetes-embedded-resource"] == true {
        object.insert("apiVersion".to_owned(), "v1".into());
        object.insert("kind".to_owned(), tape.pick(&["A", "B"]).into());
        object.insert("metadata".to_owned(), json!({"labels": {"l": tape.pick(&TEXTS)}}));
    }
    Value::Object(object)
}

/// The object after some changes that leave it valid.
pub fn updated(tape: &mut Tape<'_>, schema: &Value, object: &Value) -> Value {
    let mut object = object.clone();
    for _ in 0..tape.choose(4) {
        change(tape, schema, &mut object, 8);
    }
    object
}

fn change(tape: &mut Tape<'_>, schema: &Value, value: &mut Value, depth: usize) {
    let stays = tape.choose(5) != 4;
    match value {
        Value::Object(members) if stays && schema["type"] == "object" => {
            change_member(tape, schema, members, depth);
        }
        Value::Array(items) if stays && schema["type"] == "array" => {
            change_item(tape, schema, items, depth);
            *items = distinct(schema, std::mem::take(items));
        }
        _ => *value = self::value(tape, schema, depth),
    }
}

fn change_member(tape: &mut Tape<'_>, schema: &Value, members: &mut Map<String, Value>, depth: usize) {
    let declared = schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone());
    let is_map = schema["additionalProperties"].is_object();
    let names: Vec<_> = if is_map { vec!["x".to_owned(), "y".to_owned()] } else { declared.collect() };
    if names.is_empty() {
        return;
    }
    let name = &names[tape.choose(names.len())];
    let below = if is_map { &schema["additionalProperties"] } else { &schema["properties"][name] };
    let required = schema["required"].as_array().is_some_and(|all| all.contains(&json!(name)));
    match members.get_mut(name) {
        Some(_) if !required && tape.rarely(1, 4) => drop(members.remove(name)),
        Some(member) => change(tape, below, member, depth.saturating_sub(1)),
        None => drop(members.insert(name.clone(), value(tape, below, depth.saturating_sub(1)))),
    }
}

fn change_item(tape: &mut Tape<'_>, schema: &Value, items: &mut Vec<Value>, depth: usize) {
    let position = tape.choose(items.len().max(1)).min(items.len());
    match tape.choose(6) {
        0 => items.push(value(tape, &schema["items"], depth.saturating_sub(1))),
        1 if !items.is_empty() => drop(items.remove(position)),
        2 => items.reverse(),
        _ => {
            if let Some(item) = items.get_mut(position) {
                change(tape, &schema["items"], item, depth.saturating_sub(1));
            }
        }
    }
}

/// The same object, a tenth of its whole numbers written as floats.
pub fn respelled(tape: &mut Tape<'_>, value: &Value) -> Value {
    match value {
        Value::Number(number) if tape.rarely(1, 10) => match number.as_i64() {
            Some(integer @ 0..=100) => f64::from(i32::try_from(integer).unwrap_or_default()).into(),
            _ => value.clone(),
        },
        Value::Array(items) => items.iter().map(|item| respelled(tape, item)).collect(),
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| (name.clone(), respelled(tape, value));
            Value::Object(members.iter().map(member).collect())
        }
        other => other.clone(),
    }
}

/// The object with one value of another type, as from before its schema changed.
pub fn misfit(tape: &mut Tape<'_>, value: &Value) -> Value {
    let mut places = tape.choose(12);
    let other = [json!("misfit"), json!(7), json!(true)][tape.choose(3)].clone();
    let mut changed = value.clone();
    if let Some(spec) = changed.get_mut("spec") {
        replace_scalar(spec, &mut places, &other);
    }
    changed
}

/// Replaces the scalar so many places on; whether that is done.
fn replace_scalar(value: &mut Value, places: &mut usize, other: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter_mut().any(|item| replace_scalar(item, places, other)),
        Value::Object(members) => members.values_mut().any(|member| replace_scalar(member, places, other)),
        scalar if *places == 0 => {
            *scalar = other.clone();
            true
        }
        _ => {
            *places -= 1;
            false
        }
    }
}

/// The object with the first item of each set and list map twice, as from before the list had its type.
pub fn duplicated(schema: &Value, value: &Value) -> Value {
    match value {
        Value::Array(items) => {
            let mut items: Vec<_> = items.iter().map(|item| duplicated(&schema["items"], item)).collect();
            if matches!(schema["x-kubernetes-list-type"].as_str(), Some("set" | "map")) {
                items.extend(items.first().cloned());
            }
            items.into()
        }
        Value::Object(members) => {
            let below =
                |name: &str| schema["properties"].get(name).unwrap_or(&schema["additionalProperties"]);
            let member = |(name, value): (&String, &Value)| (name.clone(), duplicated(below(name), value));
            Value::Object(members.iter().map(member).collect())
        }
        other => other.clone(),
    }
}

/// The object as CEL compares it: one spelling of each date, duration and text of bytes, numbers as doubles.
pub fn plain(schema: &Value, value: Value) -> Value {
    match value {
        Value::String(text) => {
            let format = schema["format"].as_str().unwrap_or_default();
            let spellings = SPELLINGS.iter().find(|(name, _)| *name == format);
            let is_other = spellings.is_some_and(|(_, spellings)| spellings[1] == text);
            spellings.filter(|_| is_other).map_or(Value::String(text), |(_, spellings)| spellings[0].into())
        }
        Value::Number(number)
            if schema["type"] == "number" && number.as_i64() == Some(9_007_199_254_740_993) =>
        {
            9_007_199_254_740_992_i64.into()
        }
        Value::Array(items) => items.into_iter().map(|item| plain(&schema["items"], item)).collect(),
        Value::Object(members) => {
            let below =
                |name: &str| schema["properties"].get(name).unwrap_or(&schema["additionalProperties"]);
            Value::Object(
                members.into_iter().map(|(name, value)| (name.clone(), plain(below(&name), value))).collect(),
            )
        }
        other => other,
    }
}
