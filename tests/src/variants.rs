//! Other schemas made from a schema: with validations, with empty fields, broken.

use serde_json::{Map, Value, json};

use crate::generate::Tape;

/// The same schema with value validations at every node.
pub fn with_validations(schema: &Value) -> Value {
    on_every_node(schema, &|node| {
        let validations = json!({
            "format": "date", "pattern": "^a?$", "minLength": 0, "maxLength": 9, "minimum": -0.5, "maximum": 1e9,
            "exclusiveMinimum": true, "multipleOf": 0.5, "minItems": 1, "maxItems": 0, "minProperties": 1,
            "maxProperties": 7, "enum": ["x", null, 1], "required": ["zz", "a"],
            "allOf": [{"properties": {}, "required": ["a"]}, {"not": {"enum": [1]}}],
            "oneOf": [{"minLength": 1, "example": {"a": null}}, {"externalDocs": {"url": "u"}}],
            "anyOf": [{"type": "integer"}, {"type": "string"}],
            "not": {"anyOf": [{"maximum": 3, "additionalProperties": false}]},
            "x-kubernetes-validations": [{"rule": "true", "optionalOldSelf": false}],
        });
        for (name, value) in validations.as_object().into_iter().flatten() {
            node.insert(name.clone(), value.clone());
        }
    })
}

/// The same schema with fields that Go's `omitempty` would not have written.
pub fn with_empties(schema: &Value) -> Value {
    on_every_node(schema, &|node| {
        let empties = json!({
            "title": "", "description": "", "nullable": false, "exclusiveMaximum": false, "uniqueItems": false,
            "required": [], "enum": [], "allOf": [], "x-kubernetes-list-map-keys": [], "x-kubernetes-validations": [],
            "properties": {}, "default": null, "example": null, "x-kubernetes-embedded-resource": false,
            "x-kubernetes-int-or-string": false, "pattern": "", "format": "", "maxLength": 0, "minimum": 0,
        });
        for (name, value) in empties.as_object().into_iter().flatten() {
            node.entry(name).or_insert_with(|| value.clone());
        }
    })
}

fn on_every_node(schema: &Value, change: &impl Fn(&mut Map<String, Value>)) -> Value {
    let Value::Object(node) = schema else { return schema.clone() };
    let mut node = node.clone();
    for below in ["items", "additionalProperties"] {
        if let Some(schema) = node.get_mut(below) {
            *schema = on_every_node(schema, change);
        }
    }
    for (_, schema) in node.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        *schema = on_every_node(schema, change);
    }
    change(&mut node);
    Value::Object(node)
}

/// The schema with a few things changed that structural schemas are validated by.
pub fn broken(tape: &mut Tape<'_>, schema: &Value) -> Value {
    let mut schema = schema.clone();
    for _ in 0..=tape.choose(6) {
        break_below(tape, &mut schema);
    }
    schema
}

/// Goes down to some node, mostly not far, and breaks that.
fn break_below(tape: &mut Tape<'_>, schema: &mut Value) {
    let mut below: Vec<&mut Value> = Vec::new();
    if let Value::Object(fields) = schema {
        let nodes = ["items", "additionalProperties", "not"];
        for (name, value) in fields.iter_mut() {
            match name.as_str() {
                "properties" => {
                    below.extend(value.as_object_mut().into_iter().flat_map(|map| map.values_mut()));
                }
                "allOf" | "anyOf" | "oneOf" => below.extend(value.as_array_mut().into_iter().flatten()),
                name if nodes.contains(&name) && value.is_object() => below.push(value),
                _ => {}
            }
        }
    }
    if !below.is_empty() && tape.choose(4) != 3 {
        let position = tape.choose(below.len());
        return break_below(tape, below.swap_remove(position));
    }
    if schema.is_object() {
        break_node(tape, schema);
    }
}

fn break_node(tape: &mut Tape<'_>, schema: &mut Value) {
    let flag = |name: &str| (name.to_owned(), true.into());
    let (name, value): (String, Value) = match tape.choose(26) {
        0 => ("type".to_owned(), Value::Null),
        1 => ("type".to_owned(), tape.pick(&["object", "array", "string", "integer"]).into()),
        2 => flag("x-kubernetes-int-or-string"),
        3 => flag("x-kubernetes-embedded-resource"),
        4 => flag("x-kubernetes-preserve-unknown-fields"),
        5 => ("additionalProperties".to_owned(), tape.rarely(1, 2).into()),
        6 => ("additionalProperties".to_owned(), json!({"type": "string"})),
        7 => ("items".to_owned(), Value::Null),
        8 => ("items".to_owned(), json!({"type": "string"})),
        9 => (
            "properties".to_owned(),
            json!({"metadata": {"type": "string"}, "kind": {}, "apiVersion": {"type": "string"}}),
        ),
        10 => ("properties".to_owned(), json!({})),
        11 => ("anyOf".to_owned(), json!([{"type": "integer"}, {"type": "string"}])),
        12 => ("anyOf".to_owned(), json!([{"type": "string"}, {"type": "integer"}])),
        13 => (
            "allOf".to_owned(),
            json!([{"anyOf": [{"type": "integer"}, {"type": "string"}], "title": "t"}, {"not": {}}]),
        ),
        14 => (
            "oneOf".to_owned(),
            json!([{"properties": {"q": {"minLength": 1}, "metadata": {}}}, {"items": {"default": 1}}]),
        ),
        15 => (
            "not".to_owned(),
            json!({"nullable": true, "description": "d", "additionalProperties": true, "x-kubernetes-map-type": "atomic"}),
        ),
        16 => (
            "not".to_owned(),
            json!({"additionalProperties": false, "example": 1, "x-kubernetes-list-type": "set", "x-kubernetes-list-map-keys": ["k"], "x-kubernetes-validations": [{"rule": "true"}], "x-kubernetes-int-or-string": true}),
        ),
        17 => ("pattern".to_owned(), tape.pick(&["(", "[a", "a**", "^a$", "*", "\\"]).into()),
        18 => ("readOnly".to_owned(), true.into()),
        19 => ("$ref".to_owned(), "#/a".into()),
        20 => ("default".to_owned(), json!({"a": null, "b": 1.5})),
        21 => ("nullable".to_owned(), tape.rarely(1, 2).into()),
        22 => ("externalDocs".to_owned(), json!({"url": "u", "more": 1})),
        23 => ("x-kubernetes-preserve-unknown-fields".to_owned(), tape.rarely(1, 2).into()),
        24 => ("enum".to_owned(), json!([null, 1, "a", {"b": [0.5]}])),
        _ => ("maximum".to_owned(), tape.pick(&[&json!(0), &json!(-3), &json!(0.5), &json!(1e20)]).clone()),
    };
    if value.is_null() {
        schema.as_object_mut().map(|fields| fields.remove(&name));
    } else {
        schema[name] = value;
    }
}
