//! What markers say of all states of an object.
//!
//! Every marker is followed from where its frame begins: the object itself, or the first state in which an item or entry is
//! there, until one in which it is gone. An item or entry that is null, or of another type than the schema says, is there, and
//! nothing is in it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

/// How values are compared.
pub type Reading = fn(&Value, Value) -> Value;

/// All that was ever seen of the marked places of an object.
pub struct History {
    schema: Value,
    reading: Reading,
    places: BTreeMap<String, Place>,
}

/// A marked place in a frame that is still there.
struct Place {
    marker: Marker,
    seen: Seen,
    /// What is to stay from now on, if there is anything yet.
    settled: Seen,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marker {
    Immutable,
    AddOnly,
    RemoveOnly,
}

#[derive(Clone, Debug, PartialEq)]
enum Seen {
    Value(Option<Value>),
    Keys(BTreeSet<String>),
}

impl Marker {
    fn of(node: &Value, keyword: &str) -> Option<Self> {
        match node[keyword].as_str()? {
            "Immutable" => Some(Self::Immutable),
            "AddOnly" => Some(Self::AddOnly),
            _ => Some(Self::RemoveOnly),
        }
    }
}

impl History {
    /// Of an object of this schema; a reading makes one of all values that count as the same.
    pub fn new(schema: &Value, reading: Reading) -> Self {
        Self { schema: schema.clone(), reading, places: BTreeMap::new() }
    }

    /// Takes note of the next state; what is broken by it.
    pub fn observe(&mut self, state: &Value) -> Vec<String> {
        let mut walk = Walk { reading: self.reading, found: BTreeMap::new() };
        walk.inside(&self.schema, Some(state), "");
        let mut broken = Vec::new();
        let mut places = BTreeMap::new();
        for (path, (marker, seen)) in walk.found {
            let place = match self.places.remove(&path) {
                None => Place { marker, settled: seen.clone(), seen },
                Some(before) => {
                    if let Some(why) = before.broken_by(&seen) {
                        broken.push(format!("{path}: {why}: {:?}, then {seen:?}", before.seen));
                    }
                    before.followed_by(seen)
                }
            };
            places.insert(path, place);
        }
        self.places = places;
        broken
    }
}

impl Place {
    fn broken_by(&self, now: &Seen) -> Option<&'static str> {
        match (self.marker, &self.settled, now) {
            (Marker::Immutable, settled, now) => (settled != now).then_some("is not what it was at first"),
            (Marker::AddOnly, Seen::Value(settled), Seen::Value(now)) => {
                (settled.is_some() && settled != now).then_some("is not what it was once set to")
            }
            (Marker::RemoveOnly, Seen::Value(settled), Seen::Value(now)) => {
                (now.is_some() && settled != now).then_some("came back, or is another one")
            }
            (Marker::AddOnly, Seen::Keys(settled), Seen::Keys(now)) => {
                (!settled.is_subset(now)).then_some("lost keys")
            }
            (Marker::RemoveOnly, Seen::Keys(settled), Seen::Keys(now)) => {
                (!now.is_subset(settled)).then_some("got keys")
            }
            _ => Some("changed its kind"),
        }
    }

    fn followed_by(self, seen: Seen) -> Self {
        let settled = match (self.marker, &self.settled, &seen) {
            // Once set, it is settled; once gone, too.
            (Marker::Immutable, ..) | (Marker::AddOnly, Seen::Value(Some(_)), _) => self.settled,
            _ => seen.clone(),
        };
        Self { marker: self.marker, seen, settled }
    }
}

struct Walk {
    reading: Reading,
    found: BTreeMap<String, (Marker, Seen)>,
}

impl Walk {
    /// What is in a value that may itself change.
    fn inside(&mut self, schema: &Value, value: Option<&Value>, path: &str) {
        let value = value.filter(|value| fits(schema, value));
        if let Some(marker) = Marker::of(schema, "x-kubernetes-key-mutability") {
            let keys = value.map(|value| self.keys(schema, value)).unwrap_or_default();
            self.found.insert(format!("{path}#"), (marker, Seen::Keys(keys)));
        }
        for (name, property) in fields(&schema["properties"]) {
            let path = format!("{path}.{name}");
            let value = value.and_then(|value| value.get(name)).filter(|value| !value.is_null());
            match Marker::of(property, "x-kubernetes-mutability") {
                Some(marker) => {
                    let value = value.map(|value| normal(property, &(self.reading)(property, value.clone())));
                    self.found.insert(path, (marker, Seen::Value(value)));
                }
                None => self.inside(property, value, &path),
            }
        }
        match value {
            Some(Value::Object(entries)) if schema["additionalProperties"].is_object() => {
                for (key, entry) in entries.iter().filter(|(key, _)| schema["properties"].get(key).is_none())
                {
                    self.element(&schema["additionalProperties"], entry, &format!("{path}[{key}]"));
                }
            }
            Some(Value::Array(items)) if schema["x-kubernetes-list-type"] != "set" => {
                let mut times: BTreeMap<String, usize> = BTreeMap::new();
                for (position, item) in items.iter().enumerate() {
                    let key = self.key(schema, position, item);
                    let time = times.entry(key.clone()).or_default();
                    *time += 1;
                    self.element(&schema["items"], item, &format!("{path}[{key}, {time}]"));
                }
            }
            _ => {}
        }
    }

    /// An item or entry: a frame of its own. Marked itself it is a value, and null is one.
    fn element(&mut self, schema: &Value, value: &Value, path: &str) {
        if schema["x-kubernetes-mutability"].is_string() {
            let value = normal(schema, &(self.reading)(schema, value.clone()));
            self.found.insert(path.to_owned(), (Marker::Immutable, Seen::Value(Some(value))));
        } else {
            self.inside(schema, Some(value), path);
        }
    }

    fn keys(&self, schema: &Value, value: &Value) -> BTreeSet<String> {
        match value {
            Value::Object(entries) => entries.keys().cloned().collect(),
            Value::Array(items) => {
                items.iter().enumerate().map(|(position, item)| self.key(schema, position, item)).collect()
            }
            _ => BTreeSet::new(),
        }
    }

    fn key(&self, list: &Value, position: usize, item: &Value) -> String {
        let items = &list["items"];
        let text = |schema: &Value, value: &Value| {
            let mut value = normal(schema, &(self.reading)(schema, value.clone()));
            value.sort_all_objects();
            value.to_string()
        };
        match list["x-kubernetes-list-type"].as_str() {
            Some("set") => text(items, item),
            Some("map") => {
                let names = list["x-kubernetes-list-map-keys"].as_array().into_iter().flatten();
                let keys = names.filter_map(Value::as_str);
                let keys =
                    keys.map(|name| text(&items["properties"][name], item.get(name).unwrap_or(&Value::Null)));
                keys.collect::<Vec<_>>().join(",")
            }
            _ => position.to_string(),
        }
    }
}

fn fields(properties: &Value) -> impl Iterator<Item = (&String, &Value)> {
    properties.as_object().into_iter().flatten()
}

/// Whether something can be in the value.
fn fits(schema: &Value, value: &Value) -> bool {
    match schema["type"].as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some(_) => false,
        None => !value.is_null(),
    }
}

/// One value for all that are stored alike: a whole number is one however it is written, a null in a declared field its
/// absence.
fn normal(schema: &Value, value: &Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < 9e15 => {
                format!("{float:.0}").parse::<i64>().map_or(value.clone(), Value::from)
            }
            _ => value.clone(),
        },
        Value::Array(items) => items.iter().map(|item| normal(&schema["items"], item)).collect(),
        Value::Object(object) => {
            let declared = |name: &String| schema["properties"].get(name);
            let stays = |(name, value): &(&String, &Value)| !(value.is_null() && declared(name).is_some());
            let field = |(name, value): (&String, &Value)| {
                let below = declared(name).unwrap_or(&schema["additionalProperties"]);
                (name.clone(), normal(below, value))
            };
            Value::Object(object.iter().filter(stays).map(field).collect::<Map<_, _>>())
        }
        other => other.clone(),
    }
}
