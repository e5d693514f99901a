//! Two versions of a resource, with markers wherever a server takes them.

use serde_json::{Value, json};

use crate::generate::Tape;
use crate::marked;

/// The schemas of two versions; their markers, and the defaults of what is marked, are the same.
pub struct Schemas {
    /// The version that is stored.
    pub first: Value,
    /// It lacks some of what is not marked.
    pub second: Value,
}

/// Draws a resource with a status, and with replicas below a struct that may be missing.
pub fn schemas(tape: &mut Tape<'_>) -> Schemas {
    let mut first = marked::schema(tape);
    let status = marked::schema(tape)["properties"]["spec"].take();
    first["properties"]["status"] = status;
    more_nulls(tape, &mut first["properties"]["spec"]);
    more_nulls(tape, &mut first["properties"]["status"]);
    first["properties"]["spec"]["properties"]["size"] = size(tape);
    let mut second = first.clone();
    without_some(tape, &mut second["properties"]["spec"]);
    Schemas { first, second }
}

fn size(tape: &mut Tape<'_>) -> Value {
    let mut mode = json!({"type": "string", "maxLength": 20, "default": "x"});
    let mut tags = json!({"type": "array", "maxItems": 5, "items": {"type": "string", "maxLength": 20}, "default": ["x"]});
    mode["x-kubernetes-mutability"] = tape.pick(&["Immutable", "RemoveOnly", "AddOnly"]).into();
    tags["x-kubernetes-key-mutability"] = tape.pick(&["Immutable", "RemoveOnly", "AddOnly"]).into();
    let inner = json!({"type": "object", "default": {}, "properties": {"mode": mode.clone()}});
    let mut size = json!({"type": "object", "properties": {
        "replicas": {"type": "integer"}, "mode": mode, "tags": tags, "inner": inner,
    }});
    if tape.rarely(1, 2) {
        size["nullable"] = true.into();
    }
    size
}

/// Makes more of the fields and elements nullable; items and keys of sets and list maps cannot be.
fn more_nulls(tape: &mut Tape<'_>, node: &mut Value) {
    let required = node["required"].clone();
    let keys = node["x-kubernetes-list-map-keys"].clone();
    for (name, field) in node.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        let is_required = required.as_array().is_some_and(|all| all.iter().any(|other| other == name));
        if !is_required && field.get("default").is_none() && tape.rarely(1, 3) {
            field["nullable"] = true.into();
        }
        more_nulls(tape, field);
    }
    if let Some(values) = node.get_mut("additionalProperties").filter(|values| values.is_object()) {
        if tape.rarely(1, 3) {
            values["nullable"] = true.into();
        }
        more_nulls(tape, values);
    }
    let is_keyed = matches!(node["x-kubernetes-list-type"].as_str(), Some("set" | "map"));
    if let Some(items) = node.get_mut("items") {
        if !is_keyed && tape.rarely(1, 3) {
            items["nullable"] = true.into();
        }
        more_nulls(tape, items);
        for key in keys.as_array().into_iter().flatten().filter_map(Value::as_str) {
            items["properties"][key].as_object_mut().into_iter().for_each(|key| drop(key.remove("nullable")));
        }
    }
}

/// Takes optional fields away that are not marked, nor anything below them.
fn without_some(tape: &mut Tape<'_>, node: &mut Value) {
    let required = node["required"].clone();
    let is_required =
        |name: &str| required.as_array().is_some_and(|all| all.iter().any(|other| other == name));
    // It must have fields.
    let is_resource = node["x-kubernetes-embedded-resource"] == true;
    let is_marked = |field: &Value| field.to_string().contains("mutability");
    if let Some(fields) = node.get_mut("properties").and_then(Value::as_object_mut) {
        fields.retain(|name, field| {
            is_required(name) || is_marked(field) || name == "size" || is_resource || tape.rarely(1, 2)
        });
        // What a version does not know of an immutable value, it loses.
        let is_frozen = |field: &&mut Value| field["x-kubernetes-mutability"].is_string();
        fields.values_mut().filter(|field| !is_frozen(field)).for_each(|field| without_some(tape, field));
    }
}
