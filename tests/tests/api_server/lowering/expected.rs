//! What a server must say of an update, by the table of messages and paths of lowered rules.
//!
//! Written from what the tables say of the markers: rules stand where a server pairs old and new, so that what is below
//! another container is said of the container.

use serde_json::{Value, json};

/// Field and message of a cause.
pub(crate) type Cause = (String, String);

const ENTRIES: &str = "existing entries are immutable";

/// What becomes of what is said of a marker, `foo[0].v: Invalid value: 2: field is immutable`.
pub(crate) fn cause(schema: &Value, old: &Value, new: &Value, error: &str) -> Cause {
    let (path, rest) = error.split_once(": Invalid value: ").expect("an invalid value");
    let (value, detail) = rest.rsplit_once(": ").expect("a value and a string");
    let walk = Walk { schema, old: Some(old), new: Some(new), done: String::new(), rest: path.to_owned() };
    walk.cause(value, detail)
}

struct Walk<'v> {
    schema: &'v Value,
    old: Option<&'v Value>,
    new: Option<&'v Value>,
    done: String,
    rest: String,
}

impl Walk<'_> {
    fn cause(mut self, value: &str, detail: &str) -> Cause {
        while !self.rest.is_empty() {
            if !self.rest.starts_with('[') {
                self.property();
                continue;
            }
            let is_last = self.rest.ends_with(']') && self.rest.matches('[').count() == 1;
            if is_last && detail == "entries cannot be added" {
                break;
            }
            if !self.is_paired_by_server() {
                return (self.done, format!("Invalid value: {ENTRIES}"));
            }
            self.element();
        }
        self.said(value, detail)
    }

    fn property(&mut self) {
        let rest = self.rest.trim_start_matches('.').to_owned();
        let names = self.schema["properties"].as_object().expect("fields");
        let is_first = |name: &&String| {
            let after = rest.strip_prefix(name.as_str());
            after.is_some_and(|after| after.is_empty() || after.starts_with(['.', '[']))
        };
        let name = names.keys().filter(is_first).max_by_key(|name| name.len()).expect("a field").clone();
        let dot = if self.done.is_empty() { "" } else { "." };
        self.done = format!("{}{dot}{name}", self.done);
        rest[name.len()..].clone_into(&mut self.rest);
        self.schema = &self.schema["properties"][&name];
        self.old = self.old.and_then(|old| present(self.schema, old.get(&name)));
        self.new = self.new.and_then(|new| present(self.schema, new.get(&name)));
    }

    /// Items by keys that the server compares well, and values by their key; null is no old self.
    fn is_paired_by_server(&self) -> bool {
        let values = &self.schema["additionalProperties"];
        if values.is_object() {
            return values["nullable"] != true;
        }
        let keys = self.schema["x-kubernetes-list-map-keys"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str);
        let mut types = keys.into_iter().map(|key| &self.schema["items"]["properties"][key]["type"]);
        self.schema["x-kubernetes-list-type"] == "map" && types.all(|of_type| of_type != "number")
    }

    fn element(&mut self) {
        let (key, rest) = self.rest[1..].split_once(']').expect("a bracket");
        let (key, rest) = (key.to_owned(), rest.to_owned());
        if self.schema["additionalProperties"].is_object() {
            self.old = self.old.and_then(|old| old.get(&key));
            self.new = self.new.and_then(|new| new.get(&key));
            self.schema = &self.schema["additionalProperties"];
        } else {
            let index: usize = key.parse().expect("an index");
            self.new = self.new.and_then(|new| new.get(index));
            let keys: Vec<_> = self.schema["x-kubernetes-list-map-keys"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            let new = self.new.unwrap_or(&Value::Null);
            let items = &self.schema["items"]["properties"];
            let component = |item: &Value, key: &str| present(&items[key], item.get(key)).cloned();
            let is_same = |old: &&Value| keys.iter().all(|key| component(old, key) == component(new, key));
            self.old = self.old.and_then(|old| old.as_array()?.iter().find(is_same));
            self.schema = &self.schema["items"];
        }
        self.done = format!("{}[{key}]", self.done);
        self.rest = rest;
    }

    /// What a rule on this node, or one above that names it, says.
    fn said(self, value: &str, detail: &str) -> Cause {
        let is_on_both_sides = self.old.is_some() && self.new.is_some();
        let list_type = &self.schema["x-kubernetes-list-type"];
        let is_by_position = self.schema["type"] == "array" && (list_type.is_null() || list_type == "atomic");
        let is_about_keys = detail.starts_with("entries cannot");
        let freezes_length = self.schema["x-kubernetes-key-mutability"] == "Immutable";
        let is_about_length = is_about_keys && is_by_position && is_on_both_sides && freezes_length;
        let detail = if is_about_length { "entries cannot be added or removed" } else { detail };
        // A rule on a scalar prints it; presence and keys are said of a struct or a list.
        let is_scalar = !value.starts_with(['{', '[']);
        let prints = is_scalar && is_on_both_sides && !is_about_keys;
        (
            self.done,
            if prints {
                format!("Invalid value: {value}: {detail}")
            } else {
                format!("Invalid value: {detail}")
            },
        )
    }
}

/// A field as it is once defaults are filled in.
fn present<'v>(schema: &'v Value, value: Option<&'v Value>) -> Option<&'v Value> {
    value.filter(|value| !value.is_null()).or(schema.get("default"))
}

/// The errors of a transition under a marker, as the table has them.
pub(crate) fn errors(errors: &Value, marker: &str) -> Vec<String> {
    let list = if errors.is_object() { &errors[marker] } else { errors };
    list.as_array().into_iter().flatten().map(|error| error.as_str().expect("a string").to_owned()).collect()
}

/// Field and message of each cause of an answer.
pub(crate) fn causes(answer: &Value) -> Vec<Cause> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let causes = answer["details"]["causes"].as_array().into_iter().flatten();
    causes.map(|cause| (text(&cause["field"]), text(&cause["message"]))).collect()
}

/// A schema of the kind that tables have, for the marker.
pub(crate) fn marked(schema: &Value, marker: &str) -> Value {
    serde_json::from_str(&schema.to_string().replace("$M", marker)).unwrap_or_else(|_| json!({}))
}
