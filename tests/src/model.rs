//! The mutability check as the decision tables state it, naive and quadratic, on raw JSON schemas.
//!
//! Written from the tables of the KEP Immutable Fields alone: it shares no equality, no pairing and no walk with the
//! library, so that both agree only when both are right.

use std::collections::BTreeSet;

use serde_json::Value;

/// Where something must not have changed, and why.
pub type Refusal = (String, String);

/// Everything that the update from `old` to `new` must not have changed; both are canonical.
pub fn refusals(schema: &Value, old: &Value, new: &Value) -> BTreeSet<Refusal> {
    let mut model = Model { found: BTreeSet::new() };
    model.contents(schema, Some(old), Some(new), "");
    model.found
}

struct Model {
    found: BTreeSet<Refusal>,
}

impl Model {
    fn refuse(&mut self, path: &str, detail: &str) {
        self.found.insert((path.to_owned(), detail.to_owned()));
    }

    /// A property slot: null and a missing parent are absence.
    fn property(&mut self, schema: &Value, old: Option<&Value>, new: Option<&Value>, path: &str) {
        let (old, new) = (old.filter(|value| !value.is_null()), new.filter(|value| !value.is_null()));
        match schema["x-kubernetes-mutability"].as_str() {
            Some(marker) => self.table_a(schema, marker, old, new, path),
            None => self.contents(schema, old, new, path),
        }
    }

    /// Table A: absent to absent, absent to value, value to absent, equal, different.
    fn table_a(
        &mut self,
        schema: &Value,
        marker: &str,
        old: Option<&Value>,
        new: Option<&Value>,
        path: &str,
    ) {
        let refusal = match (old, new, marker) {
            (None, None, _) | (None, Some(_), "AddOnly") | (Some(_), None, "RemoveOnly") => None,
            (Some(old), Some(new), _) if equal(schema, old, new) => None,
            (_, _, "Immutable") => Some("field is immutable"),
            (None, Some(_), _) => Some("field cannot be set once created"),
            (Some(_), None, _) => Some("field cannot be cleared once set"),
            (Some(_), Some(_), _) => Some("field cannot be modified once set"),
        };
        if let Some(detail) = refusal {
            self.refuse(path, detail);
        }
    }

    /// What is inside a node that may itself change; null, and a value that does not fit its type, have nothing inside.
    fn contents(&mut self, schema: &Value, old: Option<&Value>, new: Option<&Value>, path: &str) {
        let inside = |value: &&Value| !value.is_null() && !misfit(schema, value);
        let (old, new) = (old.filter(inside), new.filter(inside));
        if let Some(marker) = schema["x-kubernetes-key-mutability"].as_str() {
            self.table_b(schema, marker, old, new, path);
        }
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            // Where any type may stand, one that has no fields is a struct without them.
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            self.property(
                property,
                old.and_then(|old| old.get(name)),
                new.and_then(|new| new.get(name)),
                &path,
            );
        }
        if let (Some(old), Some(new)) = (old, new) {
            self.entries(schema, old, new, path);
            self.items(schema, old, new, path);
        }
    }

    /// Table B: sets of keys, never counted.
    fn table_b(
        &mut self,
        schema: &Value,
        marker: &str,
        old: Option<&Value>,
        new: Option<&Value>,
        path: &str,
    ) {
        let (old_keys, new_keys) = (keys(schema, old), keys(schema, new));
        let lacks = |keys: &[Key<'_>], key: &Key<'_>| !keys.iter().any(|other| same_key(schema, other, key));
        if marker != "RemoveOnly" && old_keys.iter().any(|key| lacks(&new_keys, key)) {
            self.refuse(path, "entries cannot be removed");
        }
        if marker == "AddOnly" {
            return;
        }
        for (position, key) in new_keys.iter().enumerate() {
            if lacks(&old_keys, key) && lacks(&new_keys[..position], key) {
                match key {
                    Key::Name(name) => self.refuse(&format!("{path}[{name}]"), "entries cannot be added"),
                    _ => self.refuse(&format!("{path}[{position}]"), "entries cannot be added"),
                }
            }
        }
    }

    /// Values of a map under a kept key.
    fn entries(&mut self, schema: &Value, old: &Value, new: &Value, path: &str) {
        let (Value::Object(old), Value::Object(new)) = (old, new) else { return };
        let values = &schema["additionalProperties"];
        for (key, old) in old.iter().filter(|(key, _)| values.is_object() && !declares(schema, key)) {
            for (_, new) in new.iter().filter(|(other, _)| *other == key) {
                self.element(values, old, new, &format!("{path}[{key}]"));
            }
        }
    }

    /// Items that both sides have: by position, or the i-th of a key with the i-th of that key; those of sets cannot
    /// differ.
    fn items(&mut self, schema: &Value, old: &Value, new: &Value, path: &str) {
        let (Value::Array(old), Value::Array(new)) = (old, new) else { return };
        let items = &schema["items"];
        let list_type = schema["x-kubernetes-list-type"].as_str().unwrap_or("atomic");
        if !items.is_object() || list_type == "set" {
            return;
        }
        let same = |left: &Value, right: &Value| {
            same_key(schema, &Key::Fields(schema, left), &Key::Fields(schema, right))
        };
        for (new_index, new_item) in new.iter().enumerate() {
            let nth = new[..new_index].iter().filter(|item| same(item, new_item)).count();
            let partner = match list_type {
                "map" => old.iter().filter(|item| same(item, new_item)).nth(nth),
                _ => old.get(new_index),
            };
            if let Some(old_item) = partner {
                self.element(items, old_item, new_item, &format!("{path}[{new_index}]"));
            }
        }
    }

    /// Table C for one pair: a frame of its own.
    fn element(&mut self, schema: &Value, old: &Value, new: &Value, path: &str) {
        if schema["x-kubernetes-mutability"].is_string() {
            if !equal(schema, old, new) {
                self.refuse(path, "existing entries are immutable");
            }
        } else {
            self.contents(schema, Some(old), Some(new), path);
        }
    }
}

/// What an entry of a container is known by.
enum Key<'v> {
    Position(usize),
    Name(&'v str),
    Item(&'v Value),
    /// The list map, and one of its items.
    Fields(&'v Value, &'v Value),
}

fn keys<'v>(schema: &'v Value, container: Option<&'v Value>) -> Vec<Key<'v>> {
    match container {
        Some(Value::Object(fields)) => fields.keys().map(|name| Key::Name(name)).collect(),
        Some(Value::Array(items)) => {
            let key = |(position, item)| match schema["x-kubernetes-list-type"].as_str() {
                Some("set") => Key::Item(item),
                Some("map") => Key::Fields(schema, item),
                _ => Key::Position(position),
            };
            items.iter().enumerate().map(key).collect()
        }
        _ => Vec::new(),
    }
}

fn same_key(schema: &Value, left: &Key<'_>, right: &Key<'_>) -> bool {
    match (left, right) {
        (Key::Position(left), Key::Position(right)) => left == right,
        (Key::Name(left), Key::Name(right)) => left == right,
        (Key::Item(left), Key::Item(right)) => equal(&schema["items"], left, right),
        (Key::Fields(list, left), Key::Fields(_, right)) => {
            let names = list["x-kubernetes-list-map-keys"].as_array().into_iter().flatten();
            names.filter_map(Value::as_str).all(|name| same_component(list, name, left, right))
        }
        _ => false,
    }
}

/// A key field is absent when it is missing or null, or when the item is no object.
fn same_component(list: &Value, name: &str, left: &Value, right: &Value) -> bool {
    let component = |item: &'_ Value| item.get(name).cloned().filter(|component| !component.is_null());
    match (component(left), component(right)) {
        (None, None) => true,
        (Some(left), Some(right)) => equal(&list["items"]["properties"][name], &left, &right),
        _ => false,
    }
}

/// Equality of canonical values.
fn equal(schema: &Value, old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Number(old), Value::Number(new)) => same_number(old, new),
        (Value::Array(old), Value::Array(new)) => {
            let items = &schema["items"];
            old.len() == new.len() && (0..old.len()).all(|index| equal(items, &old[index], &new[index]))
        }
        (Value::Object(old), Value::Object(new)) => {
            let mut names = old.keys().chain(new.keys());
            names.all(|name| same_field(schema, name, old.get(name), new.get(name)))
        }
        _ => old == new,
    }
}

/// A null in a declared property equals its absence.
fn same_field(schema: &Value, name: &str, old: Option<&Value>, new: Option<&Value>) -> bool {
    let declared = declares(schema, name);
    let present = |value: &&Value| !(declared && value.is_null());
    let below = if declared { &schema["properties"][name] } else { &schema["additionalProperties"] };
    match (old.filter(present), new.filter(present)) {
        (None, None) => true,
        (Some(old), Some(new)) => equal(below, old, new),
        _ => false,
    }
}

/// Whole floats within 64 bits equal the integer.
#[expect(clippy::float_cmp, reason = "stored floats are equal or not")]
fn same_number(old: &serde_json::Number, new: &serde_json::Number) -> bool {
    let number = |number: &serde_json::Number| number.as_f64().unwrap_or_default();
    match (integer(old), integer(new)) {
        (None, None) => number(old) == number(new),
        (old, new) => old == new,
    }
}

fn integer(number: &serde_json::Number) -> Option<i64> {
    number
        .as_i64()
        .or_else(|| {
            let text = format!("{:.1}", number.as_f64()?);
            text.strip_suffix(".0")?.parse().ok()
        })
        .filter(|integer| whole(number, *integer))
}

/// Whether formatting has not rounded a fraction away.
#[expect(clippy::cast_precision_loss, clippy::float_cmp, reason = "the fraction is what counts")]
fn whole(number: &serde_json::Number, integer: i64) -> bool {
    number.is_i64() || number.as_f64().is_some_and(|float| float == integer as f64)
}

fn declares(schema: &Value, name: &str) -> bool {
    schema["properties"].get(name).is_some()
}

/// Whether a value has not the JSON type of its schema.
fn misfit(schema: &Value, value: &Value) -> bool {
    match schema["type"].as_str() {
        Some("object") => !value.is_object(),
        Some("array") => !value.is_array(),
        Some(_) => value.is_object() || value.is_array(),
        None => false,
    }
}
