//! Answers without what differs between any two servers: times, uids, revisions, generated names.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value, json};

/// What one server has answered so far, so that its uids and revisions have names.
#[derive(Default)]
pub(crate) struct Normal {
    /// Uids in the order in which they were seen.
    uids: Vec<String>,
    /// The newest revision of each uid.
    revisions: BTreeMap<String, u64>,
}

impl Normal {
    pub(crate) fn of(&mut self, mut body: Value) -> Value {
        self.walk(&mut body);
        body
    }

    fn walk(&mut self, value: &mut Value) {
        match value {
            Value::Object(fields) => {
                if let Some(Value::Object(metadata)) = fields.get_mut("metadata") {
                    self.metadata(metadata);
                }
                if let Some(uid) = fields.get_mut("uid") {
                    self.uid(uid);
                }
                fields.values_mut().for_each(|value| self.walk(value));
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.walk(item)),
            Value::String(text) => self.text(text),
            _ => {}
        }
    }

    fn metadata(&mut self, metadata: &mut Map<String, Value>) {
        if let (Some(prefix), Some(name)) = (text(metadata, "generateName"), text(metadata, "name"))
            && let Some(letters) = name.strip_prefix(&prefix)
        {
            metadata.insert("name".to_owned(), format!("{prefix}<{} letters>", letters.len()).into());
        }
        if let Some(token) = text(metadata, "continue").filter(|token| !token.is_empty()) {
            metadata.insert("continue".to_owned(), continued(&token));
        }
        for entry in metadata.get_mut("managedFields").and_then(Value::as_array_mut).into_iter().flatten() {
            // Ours has the name that it would have in a cluster, the other one that of its program.
            if ["apiserver", "kube-apiserver"].contains(&entry["manager"].as_str().unwrap_or_default()) {
                entry["manager"] = "<the server>".into();
            }
        }
        let revision = text(metadata, "resourceVersion").filter(|revision| !revision.is_empty());
        let Some(revision) = revision.and_then(|revision| revision.parse().ok()) else { return };
        let shown = match text(metadata, "uid") {
            None => "<revision>",
            Some(uid) => match self.revisions.insert(uid, revision) {
                None => "<first revision>",
                Some(old) if old == revision => "<same revision>",
                Some(old) if old < revision => "<newer revision>",
                Some(_) => "<older revision>",
            },
        };
        metadata.insert("resourceVersion".to_owned(), shown.into());
    }

    fn uid(&mut self, uid: &mut Value) {
        let Some(text) = uid.as_str() else { return };
        if text.len() != 36 {
            return;
        }
        let at = self.uids.iter().position(|known| known == text).unwrap_or_else(|| {
            self.uids.push(text.to_owned());
            self.uids.len() - 1
        });
        *uid = format!("<uid {at}>").into();
    }

    fn text(&self, text: &mut String) {
        for (at, uid) in self.uids.iter().enumerate() {
            if text.contains(uid.as_str()) {
                *text = text.replace(uid.as_str(), &format!("<uid {at}>"));
            }
        }
        // The server of the tests has a prefix of its own.
        *text = text.replace("/registry/apiextensions.kubernetes.io/", "/registry/");
        if is_time(text) {
            "<time>".clone_into(text);
        } else if is_age(text) {
            "<age>".clone_into(text);
        } else if text.to_lowercase().replace(' ', "").contains("resourceversion") {
            *text = without_numbers(text);
        }
    }
}

fn text(metadata: &Map<String, Value>, name: &str) -> Option<String> {
    metadata.get(name).and_then(Value::as_str).map(str::to_owned)
}

/// What a token says, without the revision.
fn continued(token: &str) -> Value {
    let decoded = URL_SAFE_NO_PAD.decode(token).ok();
    let mut said: Value =
        decoded.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_else(|| json!(token));
    if said["rv"].as_i64().is_some_and(|revision| revision > 0) {
        said["rv"] = "<revision>".into();
    }
    said
}

fn is_time(text: &str) -> bool {
    let shape = |c: char| if c.is_ascii_digit() { '0' } else { c };
    text.chars().map(shape).collect::<String>() == "0000-00-00T00:00:00Z"
}

fn is_age(text: &str) -> bool {
    text.strip_suffix('s')
        .is_some_and(|digits| !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()))
}

fn without_numbers(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        match c {
            c if c.is_ascii_digit() && shown.ends_with('#') => {}
            c if c.is_ascii_digit() => shown.push('#'),
            c => shown.push(c),
        }
    }
    shown
}
