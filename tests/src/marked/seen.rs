//! What CEL sees of an update: the deviations of lowered rules, as the design states them.

use serde_json::{Map, Value, json};

use super::is_embedded;
use super::object::SPELLINGS;

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
        Value::Object(fields) => {
            let below =
                |name: &str| schema["properties"].get(name).unwrap_or(&schema["additionalProperties"]);
            Value::Object(
                fields.into_iter().map(|(name, value)| (name.clone(), plain(below(&name), value))).collect(),
            )
        }
        other => other,
    }
}

/// Where presence is stated from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchors {
    /// From the root of the frame.
    Root,
    /// From the nearest struct that must be there.
    Nearest,
}

/// The pair as the lowered rules see it: what they take for equal or for no change is made so.
///
/// Written from the table of deviations, D2, D4, D5, D7, D10, D13 and D15; it shares nothing with the library.
pub fn seen(schema: &Value, anchors: Anchors, old: &Value, new: &Value) -> (Value, Value) {
    let (mut old, mut new) = (plain(schema, old.clone()), plain(schema, new.clone()));
    fields(
        schema,
        Place {
            anchors,
            mode: Mode::Direct,
            is_trusted: anchors == Anchors::Nearest,
            is_unnamed: false,
            part: Part::Root,
        },
        (&mut old, &mut new),
    );
    (old, new)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Rules stand on the nodes.
    Direct,
    /// One rule stands on a container above; it states the whole way from an element on.
    Expression,
}

#[derive(Clone, Copy)]
struct Place {
    anchors: Anchors,
    mode: Mode,
    /// The struct is where presence is stated from.
    is_trusted: bool,
    /// A name between that struct and here cannot be spelled.
    is_unnamed: bool,
    part: Part,
}

/// Whether `/scale` may write there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Root,
    /// The spec, or a struct below it that only structs lead to.
    Spec,
    Other,
}

type Pair<'p> = (&'p mut Value, &'p mut Value);

/// A value that is on both sides.
fn value(schema: &Value, place: Place, (old, new): Pair<'_>) {
    if schema["x-kubernetes-mutability"].is_string() {
        if looks_equal(schema, new, old) {
            new.clone_from(old);
        }
    } else if old.is_object() && new.is_object() && !schema["additionalProperties"].is_object() {
        fields(schema, place, (old, new));
    } else {
        elements(schema, place, (old, new));
    }
}

fn fields(schema: &Value, place: Place, (old, new): Pair<'_>) {
    let (Value::Object(old), Value::Object(new)) = (old, new) else { return };
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let is_trusted = place.is_trusted && is_sure(schema, name, field);
        let is_unnamed =
            !is_trusted && place.mode == Mode::Direct && (place.is_unnamed || name.starts_with('1'));
        let part = match place.part {
            Part::Root if name == "spec" => Part::Spec,
            Part::Root => Part::Other,
            part => part,
        };
        let place = Place { is_trusted, is_unnamed, part, ..place };
        let is_struct = field["type"] == "object" && !field["additionalProperties"].is_object();
        let is_plain_struct = is_struct && !field["x-kubernetes-mutability"].is_string();
        let present = |side: &Map<String, Value>| side.get(name).is_some_and(|value| !value.is_null());
        // D7, D10 and D13: what comes or goes is not seen where no rule states it.
        let is_unseen = is_trusted || is_unnamed;
        match (present(old), present(new)) {
            (true, false) if is_unseen => drop(new.insert(name.clone(), old[name].clone())),
            (false, true) if is_unseen => drop(old.insert(name.clone(), new[name].clone())),
            (true, false) if is_plain_struct => drop(new.insert(name.clone(), Map::new().into())),
            (false, true) if is_plain_struct => {
                old.insert(name.clone(), Map::new().into());
                if part == Part::Spec && may_hold_replicas(field) {
                    new.entry(name).and_modify(|new| null_is_default(field, new));
                }
            }
            _ => {}
        }
        if let (Some(old), Some(new)) = (old.get_mut(name), new.get_mut(name)) {
            without_misfit(field, old);
            value(field, place, (old, new));
        }
    }
}

/// D15: null stands for the default in a struct that `/scale` may make, and in what comes with it by defaults.
fn null_is_default(schema: &Value, new: &mut Value) {
    let Value::Object(new) = new else { return };
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let default = &field["default"];
        let Some(value) = new.get_mut(name).filter(|_| !default.is_null()) else { continue };
        if value.is_null() {
            *value = default.clone();
            fill(field, value);
        } else if !field["x-kubernetes-mutability"].is_string() {
            null_is_default(field, value);
        }
    }
}

/// Fills defaults in.
fn fill(schema: &Value, value: &mut Value) {
    let Value::Object(value) = value else { return };
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let default = &field["default"];
        if !default.is_null() && !value.contains_key(name) {
            value.insert(name.clone(), default.clone());
        }
        value.entry(name).and_modify(|value| fill(field, value));
    }
}

fn may_hold_replicas(schema: &Value) -> bool {
    match schema["type"].as_str() {
        None | Some("integer" | "number") => true,
        Some("object") => {
            let mut properties = schema["properties"].as_object().into_iter().flatten();
            let values = &schema["additionalProperties"];
            let values_may = *values == true || values.is_object() && may_hold_replicas(values);
            values_may
                || schema["x-kubernetes-preserve-unknown-fields"] == true
                || is_embedded(schema)
                || properties.any(|(_, property)| may_hold_replicas(property))
        }
        Some(_) => false,
    }
}

/// D14: rules do not run for what is below a stored value of another type, as if it were a struct without fields.
fn without_misfit(schema: &Value, old: &mut Value) {
    let is_struct = schema["type"] == "object" && !schema["additionalProperties"].is_object();
    if is_struct && !schema["x-kubernetes-mutability"].is_string() && !old.is_object() && !old.is_null() {
        *old = Map::new().into();
    }
}

fn is_sure(parent: &Value, name: &str, field: &Value) -> bool {
    let is_required = parent["required"].as_array().is_some_and(|all| all.iter().any(|other| other == name));
    field["nullable"] != true && (is_required || !field["default"].is_null())
}

/// Elements that are on both sides; those that no server pairs are seen by one rule above them.
fn elements(schema: &Value, place: Place, (old, new): Pair<'_>) {
    let is_map = schema["additionalProperties"].is_object();
    let element = if is_map { &schema["additionalProperties"] } else { &schema["items"] };
    let is_list_map = schema["x-kubernetes-list-type"] == "map";
    let is_paired = (is_map || is_list_map) && element["nullable"] != true && !has_number_key(schema);
    let is_direct = place.mode == Mode::Direct && is_paired;
    let place = Place {
        mode: if is_direct { Mode::Direct } else { Mode::Expression },
        is_trusted: is_direct && place.anchors == Anchors::Nearest,
        is_unnamed: false,
        part: Part::Other,
        ..place
    };
    let of_pair = |old: &mut Value, new: &mut Value| {
        without_misfit(element, old);
        if element["x-kubernetes-mutability"].is_string() || !(old.is_null() || new.is_null()) {
            value(element, place, (old, new));
        }
    };
    match (old, new) {
        (Value::Object(old), Value::Object(new)) if is_map => {
            for (key, new) in new {
                old.get_mut(key).into_iter().for_each(|old| of_pair(old, new));
            }
        }
        (Value::Array(old), Value::Array(new)) if is_list_map => {
            for new in new {
                if let Some(old) = old.iter_mut().find(|old| same_key(schema, old, new)) {
                    of_pair(old, new);
                }
            }
        }
        (Value::Array(old), Value::Array(new)) if schema["x-kubernetes-list-type"] != "set" => {
            old.iter_mut().zip(new).for_each(|(old, new)| of_pair(old, new));
        }
        _ => {}
    }
}

fn has_number_key(list: &Value) -> bool {
    let keys = list["x-kubernetes-list-map-keys"].as_array().into_iter().flatten().filter_map(Value::as_str);
    keys.into_iter().any(|key| list["items"]["properties"][key]["type"] == "number")
}

fn same_key(list: &Value, left: &Value, right: &Value) -> bool {
    let keys = list["x-kubernetes-list-map-keys"].as_array().into_iter().flatten().filter_map(Value::as_str);
    keys.into_iter().all(|key| left[key] == right[key])
}

/// D2: of an object that keeps unknown fields as many must be there; each of the new ones must be unknown to the old
/// one or equal.
fn looks_equal(schema: &Value, new: &Value, old: &Value) -> bool {
    match (new, old) {
        (Value::Object(new), Value::Object(old)) if is_open(schema) => {
            new.len() == old.len()
                && new.iter().all(|(name, value)| match (declared(schema, name), old.get(name)) {
                    (Some(below), Some(old)) => looks_equal(&below, value, old),
                    (Some(_), None) => false,
                    (None, old) => old.is_none_or(|old| old == value),
                })
        }
        (Value::Object(new), Value::Object(old)) => {
            let mut names = new.keys().chain(old.keys());
            names.all(|name| {
                let is_declared = schema["properties"].get(name).is_some();
                let below = schema["properties"].get(name).unwrap_or(&schema["additionalProperties"]);
                let present = |value: &&Value| !(is_declared && value.is_null());
                match (new.get(name).filter(present), old.get(name).filter(present)) {
                    (None, None) => true,
                    (Some(new), Some(old)) => looks_equal(below, new, old),
                    _ => false,
                }
            })
        }
        (Value::Array(new), Value::Array(old)) => {
            let mut pairs = new.iter().zip(old);
            new.len() == old.len() && pairs.all(|(new, old)| looks_equal(&schema["items"], new, old))
        }
        _ => new == old,
    }
}

fn is_open(node: &Value) -> bool {
    node["type"] == "object"
        && (node["x-kubernetes-preserve-unknown-fields"] == true
            || is_embedded(node)
            || node["additionalProperties"] == true)
}

/// What CEL knows of a field: an embedded resource has its type, and of its metadata two names.
fn declared(schema: &Value, name: &str) -> Option<Value> {
    let text = json!({"type": "string"});
    let own = schema["properties"].get(name).cloned();
    match name {
        "apiVersion" | "kind" if is_embedded(schema) => Some(text),
        "metadata" if is_embedded(schema) => Some(json!({
            "type": "object", "x-kubernetes-preserve-unknown-fields": true,
            "properties": {"name": text, "generateName": text},
        })),
        _ => own,
    }
}
