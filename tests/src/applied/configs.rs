//! Random configurations: objects of which a manager wants a part.

use serde_json::{Map, Value, json};

use crate::generate::{Tape, mutated, object};

/// A whole object: mostly one that a server accepts.
pub(super) fn drawn(tape: &mut Tape<'_>, schema: &Value, version: &str) -> Value {
    let drawn = object(tape, schema);
    let tidy = tape.choose(8) != 7;
    dressed(tape, if tidy { tidied(schema, &drawn) } else { drawn }, version)
}

/// Another one, much like a known one.
pub(super) fn like(tape: &mut Tape<'_>, schema: &Value, known: &Value, version: &str) -> Value {
    let mut known = known.clone();
    let metadata = known.as_object_mut().and_then(|fields| fields.remove("metadata"));
    let changed = mutated(tape, schema, &known);
    let tidy = tape.choose(8) != 7;
    let mut changed = if tidy { tidied(schema, &changed) } else { changed };
    if let (Some(metadata), Some(fields)) = (metadata, changed.as_object_mut()) {
        fields.insert("metadata".to_owned(), metadata);
    }
    dressed(tape, changed, version)
}

const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// With its type, a name and some metadata.
fn dressed(tape: &mut Tape<'_>, object: Value, version: &str) -> Value {
    let Value::Object(mut fields) = object else { return object };
    fields.insert("apiVersion".to_owned(), format!("example.com/{version}").into());
    fields.insert("kind".to_owned(), "Thing".into());
    let applied = tape.rarely(1, 5).then(|| Value::Object(fields.clone()).to_string());
    let metadata = fields.entry("metadata").or_insert_with(|| json!({"name": "one"}));
    if let Value::Object(metadata) = metadata {
        metadata.insert("name".to_owned(), "one".into());
        if let Some(json) = applied {
            metadata.insert("annotations".to_owned(), json!({LAST_APPLIED: json}));
        }
        for _ in 0..tape.choose(3) {
            change_metadata(tape, metadata);
        }
    }
    Value::Object(fields)
}

fn change_metadata(tape: &mut Tape<'_>, metadata: &mut Map<String, Value>) {
    let word = |tape: &mut Tape<'_>| tape.pick(&["x", "y", "z<"]);
    let (name, value) = match tape.choose(12) {
        0..=2 => ("labels", json!({word(tape): word(tape), "app": word(tape)})),
        3 | 4 => ("annotations", json!({word(tape): word(tape)})),
        5 | 6 => ("finalizers", json!([word(tape)])),
        7 => ("finalizers", json!(["x", word(tape), "example.com/w"])),
        8 => ("ownerReferences", json!([owner(word(tape), word(tape))])),
        9 => ("ownerReferences", json!([owner("x", "x"), owner(word(tape), "y")])),
        10 => ("labels", Value::Null),
        _ => ("namespace", json!("default")),
    };
    if tape.rarely(1, 4) {
        metadata.remove(name);
    } else {
        metadata.insert(name.to_owned(), value);
    }
}

fn owner(uid: &str, name: &str) -> Value {
    json!({"apiVersion": "v1", "kind": "Pod", "name": name, "uid": uid})
}

/// Without unknown fields, nulls, values of other types, and items without keys or with those of others.
fn tidied(schema: &Value, value: &Value) -> Value {
    tidy(schema, value).unwrap_or_else(|| json!({}))
}

fn tidy(schema: &Value, value: &Value) -> Option<Value> {
    if schema.is_null() || schema == true {
        return Some(value.clone());
    }
    match (schema["type"].as_str(), value) {
        (Some("object"), Value::Object(fields)) => Some(tidy_fields(schema, fields)),
        (None, Value::Object(fields)) if schema["x-kubernetes-int-or-string"] != true => {
            Some(tidy_fields(schema, fields))
        }
        (Some("array"), Value::Array(items)) => {
            let items = items.iter().filter_map(|item| tidy(&schema["items"], item)).collect();
            Some(Value::Array(distinct(schema, items)))
        }
        (Some("string"), Value::String(_))
        | (Some("integer" | "number"), Value::Number(_))
        | (Some("boolean"), Value::Bool(_))
        | (None, Value::String(_) | Value::Number(_)) => Some(value.clone()),
        _ => None,
    }
}

fn tidy_fields(schema: &Value, fields: &Map<String, Value>) -> Value {
    let open = schema["x-kubernetes-preserve-unknown-fields"] == true
        || schema.get("properties").is_none() && schema.get("additionalProperties").is_none();
    let embedded = schema["x-kubernetes-embedded-resource"] == true;
    let below = |name: &str| {
        let declared = schema["properties"].get(name);
        let meta = embedded && ["apiVersion", "kind", "metadata"].contains(&name);
        let known =
            declared.or_else(|| schema.get("additionalProperties").filter(|schema| **schema != false));
        known.cloned().or((open || meta).then_some(Value::Null))
    };
    let tidy = |(name, value): (&String, &Value)| {
        let value = if value.is_null() { None } else { tidy(&below(name)?, value) };
        Some((name.clone(), value?))
    };
    Value::Object(fields.iter().filter_map(tidy).collect())
}

fn distinct(schema: &Value, items: Vec<Value>) -> Vec<Value> {
    let keys = schema["x-kubernetes-list-map-keys"].as_array();
    let key = |item: &Value| match (schema["x-kubernetes-list-type"].as_str(), keys) {
        (Some("set"), _) => Some(item.to_string()),
        (Some("map"), Some(keys)) => {
            let found: Vec<_> = keys.iter().map(|key| key.as_str().and_then(|key| item.get(key))).collect();
            Some(format!("{found:?}"))
        }
        _ => None,
    };
    let mut seen = Vec::new();
    let mut kept = Vec::new();
    for item in items {
        let key = key(&item);
        if key.is_some() && seen.contains(&key) {
            continue;
        }
        seen.push(key);
        kept.push(item);
    }
    kept
}
