//! Random rules with objects for them, drawn from tapes: requests of the operation `cel` of the oracle.
//!
//! Every function of a server's environment is in some pattern. Most rules compile; few parts are of another type than they
//! should be, and few values are not what is declared.

mod expressions;
mod patterns;
mod recorded;
mod schema;
mod values;

pub use schema::schema;
use serde_json::{Value, json};

use crate::generate::Tape;
use expressions::{Old, Scope, Writer};

/// True once in so many times, and never at the end of a tape.
fn rarely(tape: &mut Tape<'_>, whole: usize) -> bool {
    tape.choose(whole) == whole - 1
}

/// How deep expressions are.
const DEPTH: usize = 4;

/// A request: a schema with rules, an object, and the old one or none.
pub fn request(tape: &mut Tape<'_>) -> Value {
    let mut schema = schema();
    let is_resource = rarely(tape, 5);
    for _ in 0..[1, 1, 1, 2][tape.choose(4)] {
        place_rule(tape, &mut schema, is_resource);
    }
    let mut object = values::object(tape, &schema);
    if let (true, Value::Object(fields)) = (is_resource, &mut object) {
        values::type_meta(tape, fields);
    }
    let mut request = json!({"op": "cel", "schema": schema, "notResourceRoot": !is_resource});
    match tape.choose(8) {
        0..=2 => {}
        3 => request["old"] = object.clone(),
        7 => request["old"] = values::object(tape, &schema),
        _ => request["old"] = values::changed(tape, &schema, &object),
    }
    request["object"] = object;
    request
}

fn place_rule(tape: &mut Tape<'_>, schema: &mut Value, is_resource: bool) {
    let (place, own) = match tape.choose(4) {
        3 => {
            let (place, own) = schema::PLACES[tape.choose(schema::PLACES.len())];
            (place, Some(own))
        }
        _ => ("", None),
    };
    let rule = rule(tape, own, is_resource);
    let Some(node) = schema.pointer_mut(place) else { return };
    match node["x-kubernetes-validations"].as_array_mut() {
        Some(rules) => rules.push(rule),
        None => node["x-kubernetes-validations"] = json!([rule]),
    }
}

fn rule(tape: &mut Tape<'_>, own: Option<char>, is_resource: bool) -> Value {
    let old = [Old::Unused, Old::Unused, Old::Used, Old::Optional][tape.choose(4)];
    let expression = match own {
        None if old == Old::Unused && rarely(tape, 3) => recorded::rule_of_some(tape),
        _ => Writer::new(tape, Scope { own, is_resource, old }).expression('b', DEPTH),
    };
    let mut rule = json!({"rule": expression});
    if old == Old::Optional {
        rule["optionalOldSelf"] = true.into();
    }
    if old != Old::Unused && rarely(tape, 4) {
        let whole =
            if old == Old::Used { "self == oldSelf" } else { "oldSelf.optMap(o, o == self).orValue(true)" };
        rule["rule"] = format!("({}) || {whole}", rule["rule"].as_str().unwrap_or_default()).into();
    }
    if rarely(tape, 8) {
        let old = if old == Old::Used { old } else { Old::Unused };
        let message = Writer::new(tape, Scope { own, is_resource, old }).expression('s', 2);
        let odd = ["' a '", "''", "'a\\n'"];
        rule["messageExpression"] = if rarely(tape, 6) { tape.pick(&odd).into() } else { message.into() };
    }
    for (field, values) in [
        (
            "reason",
            &["FieldValueRequired", "FieldValueForbidden", "FieldValueDuplicate", "FieldValueInvalid"][..],
        ),
        ("fieldPath", &[".s", ".o.a", ".m['k']", ".nope", ".lm", ".k"]),
        ("message", &["m", " wrong ", ""]),
    ] {
        if rarely(tape, 10) {
            rule[field] = tape.pick(values).into();
        }
    }
    rule
}
