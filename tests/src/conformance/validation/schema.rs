//! Random schemas with all keywords of value validation.

use serde_json::{Map, Value, json};

use super::samples::FORMATS;
use crate::generate::Tape;

const NAMES: [&str; 4] = ["a", "b", "c", "p.q"];

/// An object, as resources are; what may not be the root stands in it.
pub(super) fn root(tape: &mut Tape<'_>) -> Value {
    let value = if tape.rarely(1, 3) { node(tape, 2) } else { object(tape, 3) };
    if value["type"] == "object" && value.get("additionalProperties").is_none() && value["nullable"] != true {
        return value;
    }
    json!({"type": "object", "properties": {"v": value}})
}

fn node(tape: &mut Tape<'_>, depth: usize) -> Value {
    let mut node = match tape.choose(if depth == 0 { 8 } else { 14 }) {
        0..=2 => json!({"type": "string"}),
        3 => json!({"type": "integer"}),
        4 => json!({"type": "number"}),
        5 => json!({"type": "boolean"}),
        6 => int_or_string(tape),
        7 => json!({"x-kubernetes-preserve-unknown-fields": true}),
        8..=10 => return object(tape, depth - 1),
        _ => return array(tape, depth - 1),
    };
    finish(tape, &mut node, depth);
    node
}

/// The pair of branches, which need no extension, or the extension; or a type, which then does not count.
fn int_or_string(tape: &mut Tape<'_>) -> Value {
    let pair = json!([{"type": "integer"}, {"type": "string"}]);
    match tape.choose(4) {
        0 | 1 => json!({"x-kubernetes-int-or-string": true}),
        2 => json!({"x-kubernetes-int-or-string": true, "anyOf": pair}),
        _ => json!({"x-kubernetes-int-or-string": true, "allOf": [{"anyOf": pair}]}),
    }
}

fn object(tape: &mut Tape<'_>, depth: usize) -> Value {
    let mut object = json!({"type": "object"});
    let properties = |tape: &mut Tape<'_>| -> Value {
        let count = 1 + tape.choose(3);
        Value::Object(NAMES.iter().take(count).map(|name| ((*name).to_owned(), node(tape, depth))).collect())
    };
    match tape.choose(8) {
        0 => object["additionalProperties"] = node(tape, depth),
        1 => object["x-kubernetes-preserve-unknown-fields"] = true.into(),
        2 => object["additionalProperties"] = tape.choose(2).eq(&1).into(),
        3 => {
            object["properties"] = properties(tape);
            object["x-kubernetes-preserve-unknown-fields"] = true.into();
        }
        4 => {
            object["properties"] = properties(tape);
            object["additionalProperties"] = tape.choose(2).eq(&1).into();
        }
        _ => object["properties"] = properties(tape),
    }
    if tape.rarely(1, 10) && object.get("properties").is_some() {
        object["properties"]["kind"] = json!({"type": "string", "maxLength": 1});
        object["properties"]["apiVersion"] = json!({"type": "string", "enum": ["v1"]});
    }
    finish(tape, &mut object, depth);
    object
}

fn array(tape: &mut Tape<'_>, depth: usize) -> Value {
    let mut array = json!({"type": "array", "items": node(tape, depth)});
    match tape.choose(6) {
        0 => array["x-kubernetes-list-type"] = "atomic".into(),
        1 => array["x-kubernetes-list-type"] = "set".into(),
        2..=4 => {
            array["x-kubernetes-list-type"] = "map".into();
            let keys: Vec<_> = ["j", "k"].into_iter().take(1 + tape.choose(2)).collect();
            let mut items = object(tape, depth);
            for key in &keys {
                let kind = tape.pick(&["string", "integer", "number", "boolean"]);
                items["properties"][*key] = json!({ "type": kind });
            }
            array["items"] = items;
            array["x-kubernetes-list-map-keys"] = json!(keys);
        }
        _ => {}
    }
    finish(tape, &mut array, depth);
    array
}

/// Value validations, nullability, and junctors.
fn finish(tape: &mut Tape<'_>, node: &mut Value, depth: usize) {
    if tape.rarely(1, 5) {
        node["nullable"] = true.into();
    }
    rules(tape, node);
    junctors(tape, node, depth.min(2));
}

fn junctors(tape: &mut Tape<'_>, node: &mut Value, depth: usize) {
    if !tape.rarely(1, 4) {
        return;
    }
    for _ in 0..=tape.choose(2) {
        let keyword = tape.pick(&["allOf", "anyOf", "oneOf", "not"]);
        let model = node.clone();
        if node.get(keyword).is_some() {
            continue;
        }
        node[keyword] = if keyword == "not" {
            branch(tape, &model, depth)
        } else {
            (0..=tape.choose(3)).map(|_| branch(tape, &model, depth)).collect()
        };
    }
}

/// Value validations for what the model describes; they mention nothing that it does not.
fn branch(tape: &mut Tape<'_>, model: &Value, depth: usize) -> Value {
    let mut branch = json!({});
    rules_of(tape, &mut branch, model);
    if let Some(properties) = model["properties"].as_object().filter(|_| tape.rarely(2, 3)) {
        let mut nested = Map::new();
        for (name, property) in properties {
            if name != "metadata" && tape.rarely(1, 2) {
                nested.insert(name.clone(), self::branch(tape, property, depth.saturating_sub(1)));
            }
        }
        branch["properties"] = nested.into();
        if tape.rarely(1, 8) {
            branch["additionalProperties"] = false.into();
        }
    }
    if model["items"].is_object() && tape.rarely(2, 3) {
        branch["items"] = self::branch(tape, &model["items"], depth.saturating_sub(1));
    }
    if depth > 0 && tape.rarely(1, 3) {
        let mut inner = model.clone();
        for keyword in ["allOf", "anyOf", "oneOf", "not"] {
            inner.as_object_mut().map(|inner| inner.remove(keyword));
        }
        let keyword = tape.pick(&["allOf", "anyOf", "oneOf", "not"]);
        branch[keyword] = if keyword == "not" {
            self::branch(tape, &inner, depth - 1)
        } else {
            (0..=tape.choose(2)).map(|_| self::branch(tape, &inner, depth - 1)).collect()
        };
    }
    branch
}

fn rules(tape: &mut Tape<'_>, node: &mut Value) {
    let model = node.clone();
    rules_of(tape, node, &model);
}

/// Keywords, mostly such that concern the type of the model.
fn rules_of(tape: &mut Tape<'_>, node: &mut Value, model: &Value) {
    let kind = match tape.choose(8) {
        7 => tape.pick(&["string", "integer", "object", "array", "boolean"]),
        _ => model["type"].as_str().unwrap_or("string"),
    };
    for _ in 0..tape.choose(4) {
        match kind {
            "string" => text_rule(tape, node),
            "integer" | "number" => number_rule(tape, node),
            "array" => list_rule(tape, node),
            "object" => object_rule(tape, node, model),
            _ => {}
        }
    }
    if tape.rarely(1, 8) {
        node["enum"] = enumeration(tape, kind);
    }
    if tape.rarely(1, 20) {
        number_rule(tape, node);
    }
}

fn text_rule(tape: &mut Tape<'_>, node: &mut Value) {
    match tape.choose(6) {
        0 => node["maxLength"] = tape.choose(4).into(),
        1 => node["minLength"] = tape.choose(4).into(),
        2 => node["pattern"] = tape.pick(&["^a", "b$", "^[a-z]*$", "\\d", "^.{2}$", "", "(?i)A"]).into(),
        3 if tape.rarely(1, 8) => node["maxLength"] = (-1).into(),
        _ => node["format"] = tape.pick(&FORMATS).into(),
    }
}

fn number_rule(tape: &mut Tape<'_>, node: &mut Value) {
    match tape.choose(8) {
        0 | 1 => node["maximum"] = bound(tape),
        2 | 3 => node["minimum"] = bound(tape),
        4 => node["multipleOf"] = bound(tape),
        5 => node["exclusiveMaximum"] = true.into(),
        6 => node["exclusiveMinimum"] = true.into(),
        _ => node["format"] = tape.pick(&["int32", "int64", "float", "double", "uint32", "date"]).into(),
    }
}

fn bound(tape: &mut Tape<'_>) -> Value {
    const BOUNDS: [f64; 26] = [
        0.0,
        1.0,
        2.0,
        3.0,
        -1.0,
        10.0,
        1.5,
        2.5,
        0.5,
        0.1,
        0.3,
        1e-7,
        1e6,
        1e20,
        -1e20,
        1e21,
        1e300,
        2_147_483_647.0,
        2_147_483_648.0,
        9_007_199_254_740_991.0,
        9_007_199_254_740_993.0,
        9_223_372_036_854_775_807.0,
        -9_223_372_036_854_775_808.0,
        3.402_823_5e38,
        3.402_823_567_797_336_6e38,
        1.1,
    ];
    let index = if tape.rarely(1, 2) { tape.choose(BOUNDS.len()) } else { tape.choose(11) };
    let bound = BOUNDS[index];
    crate::numbers::written(bound)
}

fn list_rule(tape: &mut Tape<'_>, node: &mut Value) {
    match tape.choose(5) {
        0 | 1 => node["maxItems"] = tape.choose(4).into(),
        2 | 3 => node["minItems"] = tape.choose(4).into(),
        _ if tape.rarely(1, 3) => node["uniqueItems"] = true.into(),
        _ => node["maxItems"] = (-1).into(),
    }
}

fn object_rule(tape: &mut Tape<'_>, node: &mut Value, model: &Value) {
    match tape.choose(5) {
        0 => node["maxProperties"] = tape.choose(4).into(),
        1 => node["minProperties"] = tape.choose(4).into(),
        _ => {
            let declared =
                model["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str());
            let mut names: Vec<_> = declared.filter(|name| *name != "metadata").collect();
            if names.is_empty() || tape.rarely(1, 6) {
                names = vec!["x"];
            }
            let required: Vec<_> = names.into_iter().filter(|_| tape.rarely(1, 2)).collect();
            node["required"] = json!(required);
        }
    }
}

/// Values that may be equal to others after Go's conversions.
fn enumeration(tape: &mut Tape<'_>, kind: &str) -> Value {
    let of_kind = |tape: &mut Tape<'_>| match kind {
        "string" => json!(tape.pick(&["a", "b", "", "A", "1", "\u{fffd}", "é", "true", "<&>", "a\"b"])),
        "integer" | "number" => {
            let numbers =
                json!([0, 1, 2, -1, 65, 1.5, 1e21, 1e20, 0.1, 9_007_199_254_740_993_i64, 1e6, 65533]);
            numbers[tape.choose(12)].clone()
        }
        "array" => json!([[1], [], ["a"], [1.5, null], [[1]]])[tape.choose(5)].clone(),
        "object" => {
            json!([{}, {"a": 1}, {"a": "b"}, {"a": null, "b": [1, {"c": 2}]}])[tape.choose(4)].clone()
        }
        _ => json!(tape.choose(2) == 1),
    };
    let any =
        |tape: &mut Tape<'_>| json!([null, 1, "1", true, [1], {"a": 1}, 1.5, "A"])[tape.choose(8)].clone();
    (0..=tape.choose(3)).map(|_| if tape.rarely(1, 5) { any(tape) } else { of_kind(tape) }).collect()
}

/// Removes what makes most schemas that are not structural such.
pub(super) fn drop_junctors(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.retain(|name, _| !matches!(name.as_str(), "allOf" | "anyOf" | "oneOf" | "not"));
            fields.values_mut().for_each(drop_junctors);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_junctors),
        _ => {}
    }
}
