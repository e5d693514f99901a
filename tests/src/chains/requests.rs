//! Requests to an object that is there.

use serde_json::{Map, Value, json};

use crate::generate::Tape;
use crate::marked;

/// What a request is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// PUT.
    Update,
    /// PUT in the other version.
    OtherVersion,
    /// PATCH, merged.
    Patch,
    /// Server-side apply.
    Apply,
    /// PUT of the status.
    Status,
    /// PUT of the scale.
    Scale,
}

/// A request.
#[derive(Clone, Debug)]
pub struct Request {
    /// How it is sent.
    pub verb: Verb,
    /// The object that is sent, or that a merge has made; without type and metadata.
    pub object: Value,
    /// How often it is to run, where it is of the scale.
    pub replicas: i32,
}

const VERBS: [Verb; 8] = [
    Verb::Update,
    Verb::Update,
    Verb::Update,
    Verb::Patch,
    Verb::Apply,
    Verb::Status,
    Verb::Scale,
    Verb::OtherVersion,
];

/// A first object.
pub fn object(tape: &mut Tape<'_>, schema: &Value) -> Value {
    let object = marked::object(tape, schema);
    if tape.rarely(1, 4) { twins(tape, schema, &object) } else { object }
}

/// Another request to an object with this spec and status; now and then with values of other types.
pub fn request(tape: &mut Tape<'_>, schema: &Value, now: &Value) -> Request {
    let verb = VERBS[tape.choose(VERBS.len())];
    let mut object = match tape.choose(12) {
        0 => marked::object(tape, schema),
        1 => with_null(tape, now),
        2 => {
            let once = with_null(tape, now);
            with_null(tape, &once)
        }
        3 => with_misfit(tape, now),
        4 => twins(tape, schema, now),
        5 => marked::duplicated(schema, now),
        _ => marked::updated(tape, schema, now),
    };
    if verb == Verb::Patch {
        object = merged(now, &object);
    }
    let object = marked::respelled(tape, &object);
    Request { verb, object, replicas: i32::try_from(tape.choose(3)).unwrap_or_default() }
}

/// What a merge patch makes of an object (RFC 7396).
pub fn merged(of: &Value, patch: &Value) -> Value {
    let Value::Object(patch) = patch else { return patch.clone() };
    let mut fields = of.as_object().cloned().unwrap_or_default();
    for (name, value) in patch {
        if value.is_null() {
            fields.remove(name);
        } else {
            let below = merged(fields.get(name).unwrap_or(&Value::Null), value);
            fields.insert(name.clone(), below);
        }
    }
    fields.into()
}

/// The object with another number of replicas, and the structs that lead to it.
pub fn scaled(object: &Value, replicas: i32) -> Option<Value> {
    let mut object = object.clone();
    let mut at = object.as_object_mut()?;
    for name in ["spec", "size"] {
        at = at.entry(name).or_insert_with(|| Map::new().into()).as_object_mut()?;
    }
    at.insert("replicas".to_owned(), replicas.into());
    Some(object)
}

/// Each list map with its first item once more: the numbers in it are written as floats, and the rest may differ.
pub fn twins(tape: &mut Tape<'_>, schema: &Value, value: &Value) -> Value {
    match value {
        Value::Array(items) => {
            let mut items: Vec<_> = items.iter().map(|item| twins(tape, &schema["items"], item)).collect();
            if schema["x-kubernetes-list-type"] == "map"
                && let Some(first) = items.first()
            {
                let mut twin = marked::updated(tape, &schema["items"], first);
                for key in schema["x-kubernetes-list-map-keys"].as_array().into_iter().flatten() {
                    let key = key.as_str().unwrap_or_default();
                    if let (Some(fields), Some(value)) = (twin.as_object_mut(), first.get(key)) {
                        let float = value.as_i64().and_then(|whole| i32::try_from(whole).ok()).map(f64::from);
                        fields.insert(key.to_owned(), float.map_or(value.clone(), |float| json!(float)));
                    }
                }
                items.push(twin);
            }
            items.into()
        }
        Value::Object(fields) => {
            let below =
                |name: &str| schema["properties"].get(name).unwrap_or(&schema["additionalProperties"]);
            let field = |(name, value): (&String, &Value)| (name.clone(), twins(tape, below(name), value));
            Value::Object(fields.iter().map(field).collect())
        }
        other => other.clone(),
    }
}

/// The object with null somewhere.
fn with_null(tape: &mut Tape<'_>, value: &Value) -> Value {
    let mut value = value.clone();
    replace(tape, &mut value, 0, &Value::Null);
    value
}

fn with_misfit(tape: &mut Tape<'_>, value: &Value) -> Value {
    let misfit = [json!("misfit"), json!(7), json!({}), json!([]), json!([null])][tape.choose(5)].clone();
    let mut value = value.clone();
    replace(tape, &mut value, 0, &misfit);
    value
}

/// Puts another value to some place below the root.
fn replace(tape: &mut Tape<'_>, value: &mut Value, depth: usize, other: &Value) {
    let mut below: Vec<&mut Value> = match value {
        Value::Object(fields) => fields.values_mut().collect(),
        Value::Array(items) => items.iter_mut().collect(),
        _ => Vec::new(),
    };
    if below.is_empty() && depth == 0 {
        return;
    }
    if below.is_empty() || (depth > 1 && tape.choose(3) == 2) {
        *value = other.clone();
        return;
    }
    let chosen = tape.choose(below.len());
    replace(tape, below.swap_remove(chosen), depth + 1, other);
}
