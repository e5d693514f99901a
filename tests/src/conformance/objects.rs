//! What is done to objects by their schema: pruned, freed of nulls, defaulted.

use crd_schema::steps::{CompiledSchema, PruneRoot, Semantics, apply_defaults, drop_nulls, prune};
use crd_schema::{JsonSchemaProps, StructuralSchema};
use serde_json::{Map, Value, json};

use super::{Operation, fields_differ_beside_zeros, messages};
use crate::generate::{self, Tape};
use crate::variants::{with_empties, with_validations};

/// A structural schema, and an object that fits, nearly fits, or does not fit at all.
fn subject(tape: &mut Tape<'_>) -> (Value, Value) {
    let mut schema = generate::schema(tape);
    if tape.choose(3) == 2 {
        preserve_more(tape, &mut schema);
    }
    let object = generate::object(tape, &schema);
    let object = match tape.choose(8) {
        0..=3 => object,
        4..=6 => generate::mutated(tape, &schema, &object),
        _ => other(tape),
    };
    let object = if tape.choose(3) == 0 { object } else { sprinkled(tape, object) };
    let schema = match tape.choose(12) {
        10 => with_validations(&schema),
        11 => with_empties(&schema),
        _ => schema,
    };
    (schema, object)
}

/// Lets objects of all kinds keep what is unknown, those with `additionalProperties` too.
fn preserve_more(tape: &mut Tape<'_>, schema: &mut Value) {
    if schema.get("type").is_some_and(|kind| kind == "object") && tape.choose(2) == 1 {
        schema["x-kubernetes-preserve-unknown-fields"] = true.into();
    }
    for below in ["items", "additionalProperties"] {
        if let Some(below) = schema.get_mut(below).filter(|below| below.is_object()) {
            preserve_more(tape, below);
        }
    }
    for (_, below) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        preserve_more(tape, below);
    }
}

/// The value with fields that nobody asked for, nulls, and fields left out, at every depth.
fn sprinkled(tape: &mut Tape<'_>, value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut kept = Map::new();
            for (name, value) in fields {
                match tape.choose(12) {
                    0 | 1 => {}
                    2 => drop(kept.insert(name, Value::Null)),
                    _ => drop(kept.insert(name, sprinkled(tape, value))),
                }
            }
            if tape.choose(3) == 2 {
                let name = tape.pick(&["u", "a", "d", "p.q", "x y", "metadata"]);
                kept.entry(name).or_insert_with(|| generate::anything(tape, 2));
            }
            Value::Object(kept)
        }
        Value::Array(items) => items.into_iter().map(|item| sprinkled(tape, item)).collect(),
        other => other,
    }
}

/// An object of another schema.
fn other(tape: &mut Tape<'_>) -> Value {
    let schema = generate::schema(tape);
    generate::object(tape, &schema)
}

/// A schema of a request made ready; `None` where it is not structural.
pub(crate) fn compiled(schema: &Value) -> Option<CompiledSchema> {
    let props: JsonSchemaProps = serde_json::from_value(schema.clone()).ok()?;
    Some(CompiledSchema::new(&StructuralSchema::try_from(&props).ok()?))
}

fn ready(request: &Value) -> (CompiledSchema, Value) {
    let schema = compiled(&request["schema"]);
    let schema = schema.unwrap_or_else(|| panic!("generated schemas are structural: {}", request["schema"]));
    (schema, request["object"].clone())
}

/// Whether anything came of it, and how much.
pub(super) fn effect(request: &Value, answer: &Value) -> String {
    let shape = |value: &Value| {
        let text = value.to_string();
        format!("{}{}", text.matches(':').count().min(9), if text.contains("null") { "n" } else { "" })
    };
    let (before, after) = (&request["object"], &answer["object"]);
    let effect = if super::same(before, after) { "kept" } else { "changed" };
    format!("{effect} {}-{}", shape(before), shape(after))
}

/// `prune`: fields that no schema specifies go.
pub struct Prune;

impl Operation for Prune {
    fn name(&self) -> &'static str {
        "prune"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        let (schema, mut object) = subject(tape);
        let is_root = tape.choose(2) == 1;
        if tape.choose(16) == 15 {
            object = generate::anything(tape, 2);
        } else if tape.choose(4) == 3 {
            object["metadata"] = generate::anything(tape, 2);
            object["kind"] = generate::anything(tape, 1);
        }
        json!({"op": "prune", "schema": schema, "object": object, "isResourceRoot": is_root})
    }

    fn answer(&self, request: &Value) -> Value {
        let (schema, mut object) = ready(request);
        let root = if request["isResourceRoot"] == true { PruneRoot::Resource } else { PruneRoot::Value };
        let removed = prune(&schema, &mut object, root, Semantics::Server).expect("it never fails");
        json!({"object": object, "removed": messages(removed)})
    }

    fn class(&self, request: &Value, answer: &Value) -> String {
        let removed = answer["removed"].as_array().map_or(0, Vec::len);
        let text = answer["removed"].to_string();
        let root = request["isResourceRoot"] == true;
        format!(
            "removed {} root {root} list {} key {}",
            removed.min(6),
            text.matches('[').count() > 1,
            text.matches('.').count().min(5)
        )
    }
}

/// `prune_nulls`: nulls of properties that are not nullable and have no default go.
pub struct PruneNulls;

impl Operation for PruneNulls {
    fn name(&self) -> &'static str {
        "prune_nulls"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        let (schema, object) = subject(tape);
        json!({"op": "prune_nulls", "schema": schema, "object": object})
    }

    fn answer(&self, request: &Value) -> Value {
        let (schema, mut object) = ready(request);
        drop_nulls(&schema, &mut object);
        json!({ "object": object })
    }

    fn class(&self, request: &Value, answer: &Value) -> String {
        effect(request, answer)
    }
}

/// `default`: what is missing is filled in, with or without the step before.
pub struct Default;

impl Operation for Default {
    fn name(&self) -> &'static str {
        "default"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        let (mut schema, object) = subject(tape);
        more_defaults(tape, &mut schema);
        let nulls_first = tape.choose(3) > 0;
        json!({"op": "default", "schema": schema, "object": object, "pruneNullsFirst": nulls_first})
    }

    fn answer(&self, request: &Value) -> Value {
        let (schema, mut object) = ready(request);
        if request["pruneNullsFirst"] == true {
            drop_nulls(&schema, &mut object);
        }
        apply_defaults(&schema, &mut object);
        json!({ "object": object })
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        fields_differ_beside_zeros(oracle, &self.answer(request))
    }

    fn class(&self, request: &Value, answer: &Value) -> String {
        effect(request, answer)
    }
}

/// Defaults where there were few; also such that do not fit.
fn more_defaults(tape: &mut Tape<'_>, schema: &mut Value) {
    for (_, property) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        if property.get("default").is_none() && tape.choose(3) == 2 {
            property["default"] = match tape.choose(4) {
                0..=2 => generate::object(tape, property),
                _ => generate::anything(tape, 2),
            };
        }
        more_defaults(tape, property);
    }
    for below in ["items", "additionalProperties"] {
        if let Some(below) = schema.get_mut(below).filter(|below| below.is_object()) {
            more_defaults(tape, below);
        }
    }
}
