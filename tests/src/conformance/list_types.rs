//! `list_types`: what is repeated in sets and map lists.

use std::collections::BTreeMap;

use crd_schema::Violation;
use crd_schema::steps::check_list_types;
use serde_json::{Map, Value, json};

use super::objects::compiled;
use super::{Operation, same};
use crate::generate::{self, Tape};

/// Repeated items and keys.
pub struct ListTypes;

impl Operation for ListTypes {
    fn name(&self) -> &'static str {
        "list_types"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        let schema = struct_of(tape, 3);
        let object = fields(tape, &schema, 6);
        json!({"op": "list_types", "schema": schema, "object": object})
    }

    fn answer(&self, request: &Value) -> Value {
        let schema =
            compiled(&request["schema"]).unwrap_or_else(|| panic!("structural: {}", request["schema"]));
        let violations = check_list_types(&schema, &request["object"]);
        json!({"errors": violations.iter().map(field_error).collect::<Vec<_>>()})
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        let ours = &self.answer(request);
        let (theirs, ours) = (by_list(oracle), by_list(ours));
        let alike = theirs.len() == ours.len()
            && theirs.iter().all(|(list, errors)| ours.get(list).is_some_and(|ours| all_same(errors, ours)));
        (!alike).then(|| format!("Go has {theirs:?}, ours is {ours:?}"))
    }

    fn class(&self, _: &Value, answer: &Value) -> String {
        let errors = answer["errors"].as_array().into_iter().flatten();
        let lists = by_list(answer).len();
        let kinds: std::collections::BTreeSet<_> = errors.map(|error| kind(&error["badValue"])).collect();
        format!("{} in {lists} lists", kinds.into_iter().collect::<Vec<_>>().join(" "))
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Number(number) if number.is_f64() => "float",
        Value::Object(fields) if fields.is_empty() => "nothing",
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// A violation as the oracle writes it.
pub(super) fn field_error(violation: &Violation) -> Value {
    json!({
        "type": violation.kind().reason(),
        "field": violation.path().to_string(),
        "detail": violation.detail(),
        "text": violation.to_string(),
        "badValue": violation.value(),
    })
}

/// Upstream walks maps in random order, but the errors of one list have one.
fn by_list(answer: &Value) -> BTreeMap<String, Vec<Value>> {
    let mut lists: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for error in answer["errors"].as_array().into_iter().flatten() {
        let field = error["field"].as_str().unwrap_or_default();
        let list = field.rsplit_once('[').map_or(field, |(list, _)| list);
        let fields = ["type", "field", "detail", "text", "badValue"].map(|name| error[name].clone());
        lists.entry(list.to_owned()).or_default().push(fields.into_iter().collect());
    }
    lists
}

fn all_same(left: &[Value], right: &[Value]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
}

pub(super) fn struct_of(tape: &mut Tape<'_>, depth: usize) -> Value {
    let count = 1 + tape.choose(3);
    let names = ["a", "b", "j"].into_iter().take(count);
    let properties: Map<_, _> = names.map(|name| (name.to_owned(), node(tape, depth))).collect();
    let mut node = json!({"type": "object", "properties": properties});
    // The root must not have any.
    if depth < 3 && tape.choose(4) == 3 {
        node["additionalProperties"] =
            if tape.choose(4) == 3 { true.into() } else { self::node(tape, depth) };
    }
    node
}

fn node(tape: &mut Tape<'_>, depth: usize) -> Value {
    if depth == 0 {
        return json!({"x-kubernetes-preserve-unknown-fields": true});
    }
    let below = depth - 1;
    match tape.choose(10) {
        0..=2 => json!({"type": "array", "x-kubernetes-list-type": "set", "items": node(tape, below)}),
        3..=5 => {
            let keys =
                [&["j"][..], &["k"], &["j", "k"], &["j", "j"], &["k", "j", "a"], &["j"]][tape.choose(6)];
            json!({
                "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys,
                "items": struct_of(tape, below),
            })
        }
        6 => json!({"type": "array", "x-kubernetes-list-type": "atomic", "items": node(tape, below)}),
        7 => json!({"type": "object", "additionalProperties": node(tape, below)}),
        8 => struct_of(tape, below),
        _ => json!({"x-kubernetes-preserve-unknown-fields": true}),
    }
}

/// Values that are the same in one way or another.
pub(super) fn scalar(tape: &mut Tape<'_>) -> Value {
    let values = [
        json!(1),
        json!(1.0),
        json!("1"),
        Value::Null,
        json!(true),
        json!(0),
        json!(0.0),
        json!(-0.0),
        json!(""),
        json!("null"),
        json!("<\u{2028}&\"\\\u{1}\u{7f}é\u{ffff}"),
        json!(1e20),
        json!(1e21),
        json!(1e-6),
        json!(1e-7),
        json!(0.1),
        json!(i64::MAX),
        json!(9_223_372_036_854_775_807.0),
        json!(1_152_921_504_606_846_976_i64),
        json!(1_152_921_504_606_846_976.0),
        json!(123_456.789),
        json!(1e6),
        json!(1_000_000),
    ];
    values[tape.choose(values.len())].clone()
}

fn pool(tape: &mut Tape<'_>) -> Value {
    match tape.choose(8) {
        0..=4 => scalar(tape),
        5 => json!([scalar(tape)]),
        6 => json!({"j": scalar(tape)}),
        _ => generate::anything(tape, 2),
    }
}

fn value(tape: &mut Tape<'_>, schema: &Value, depth: usize) -> Value {
    if depth == 0 || tape.choose(12) == 11 {
        return pool(tape);
    }
    match schema["type"].as_str() {
        Some("array") => list(tape, schema, depth - 1),
        Some("object") => fields(tape, schema, depth - 1),
        _ => pool(tape),
    }
}

/// Items like those before them, more often than not.
fn list(tape: &mut Tape<'_>, schema: &Value, depth: usize) -> Value {
    let mut items: Vec<Value> = Vec::new();
    for _ in 0..tape.choose(7) {
        let item = match tape.choose(4) {
            0 if !items.is_empty() => items[tape.choose(items.len())].clone(),
            1 => spelled_otherwise(tape, &items),
            _ => value(tape, &schema["items"], depth),
        };
        items.push(item);
    }
    items.into()
}

/// An earlier item with whole numbers as floats and the other way round.
fn spelled_otherwise(tape: &mut Tape<'_>, items: &[Value]) -> Value {
    if items.is_empty() {
        return Value::Null;
    }
    respelled(&items[tape.choose(items.len())])
}

fn respelled(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => match number.as_f64() {
            Some(float) if float.fract() == 0.0 && float.abs() < 1e15 => {
                format!("{float:.0}").parse::<i64>().map_or_else(|_| value.clone(), Value::from)
            }
            _ => value.clone(),
        },
        Value::Number(number) => number.as_f64().map_or_else(|| value.clone(), Value::from),
        Value::Array(items) => items.iter().map(respelled).collect(),
        Value::Object(fields) => {
            // The other order, where there is one.
            fields.iter().rev().map(|(name, value)| (name.clone(), respelled(value))).collect()
        }
        other => other.clone(),
    }
}

pub(super) fn fields(tape: &mut Tape<'_>, schema: &Value, depth: usize) -> Value {
    let mut object = Map::new();
    for name in ["a", "b", "j", "k", "x.y"] {
        let below = schema["properties"].get(name);
        if tape.choose(4) > usize::from(below.is_none()) {
            let below = below.unwrap_or(&schema["additionalProperties"]);
            object.insert(name.to_owned(), value(tape, below, depth));
        }
    }
    object.into()
}
