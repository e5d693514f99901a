//! Taking steps on one of the two servers.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crd_schema::yaml;
use crd_schema_tests::apiserver::Server;
use serde_json::Value;

use crate::case::Step;
use crate::normal::Normal;

const PATIENCE: Duration = Duration::from_secs(20);
/// The headers that are compared.
const HEADERS: [&str; 3] = ["content-type", "retry-after", "warning"];

/// What a server answers, without what differs between any two servers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seen {
    code: u16,
    headers: Vec<(String, String)>,
    /// One for each line of a watch.
    bodies: Vec<Value>,
}

/// A server and what it has answered so far.
pub(crate) struct Side<'s> {
    server: &'s Server,
    saved: BTreeMap<String, String>,
    normal: Normal,
}

impl<'s> Side<'s> {
    pub(crate) fn new(server: &'s Server) -> Self {
        Self { server, saved: BTreeMap::new(), normal: Normal::default() }
    }

    /// Takes a step.
    pub(crate) fn take(&mut self, step: &Step) -> Seen {
        let start = Instant::now();
        loop {
            let (code, headers, body) = self.send(step);
            let bodies = read(&headers, &body);
            if let Some((pointer, wanted)) = &step.until
                && bodies.first().and_then(|body| body.pointer(pointer)) != Some(wanted)
                && start.elapsed() < PATIENCE
            {
                std::thread::sleep(Duration::from_millis(50));
                continue;
            }
            for (name, pointer) in &step.save {
                let found = bodies.first().and_then(|body| body.pointer(pointer));
                let text = found.map(|found| found.as_str().map_or_else(|| found.to_string(), str::to_owned));
                self.saved.insert(name.clone(), text.unwrap_or_default());
            }
            let headers = headers.into_iter().filter(|(name, _)| HEADERS.contains(&name.as_str()));
            let bodies = bodies.into_iter().map(|mut body| {
                for pointer in &step.ignore {
                    if let Some(value) = body.pointer_mut(pointer) {
                        *value = "<ignored>".into();
                    }
                }
                self.normal.of(body)
            });
            return Seen { code, bodies: bodies.collect(), headers: headers.collect() };
        }
    }

    fn send(&self, step: &Step) -> (u16, Vec<(String, String)>, Vec<u8>) {
        let request = self.filled(&step.request);
        let (method, path) = request.split_once(' ').expect("a method and a path");
        let mut headers: Vec<_> =
            step.headers.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        let body = match (&step.text, &step.body) {
            (Some(text), _) => Some(self.filled(text)),
            (None, Value::Null) => None,
            (None, body) => Some(self.filled(&body.to_string())),
        };
        let has_type = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        if body.is_some() && !has_type {
            headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
        }
        self.server.send_as_is(method, path, &headers, body.map(String::into_bytes))
    }

    fn filled(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (name, value) in &self.saved {
            text = text.replace(&format!("${{{name}}}"), value);
        }
        text
    }
}

/// The bodies of an answer: lines of JSON, a document of YAML, or text.
fn read(headers: &[(String, String)], body: &[u8]) -> Vec<Value> {
    let media_type = headers.iter().find(|(name, _)| name == "content-type").map(|(_, value)| value.as_str());
    let text = String::from_utf8_lossy(body).into_owned();
    match media_type {
        Some("application/yaml") => {
            let documents = yaml::read_stream(body).expect("YAML");
            documents.into_iter().map(yaml::Document::into_value).collect()
        }
        Some(json) if json.starts_with("application/json") => {
            let values = serde_json::Deserializer::from_str(&text).into_iter();
            values.map(|value| value.unwrap_or_else(|error| format!("{error}: {text}").into())).collect()
        }
        _ => vec![text.into()],
    }
}

/// What differs, line by line.
pub(crate) fn differences(theirs: &Seen, own: &Seen) -> Vec<String> {
    let mut found = Vec::new();
    if theirs.code != own.code {
        found.push(format!("code: server {}, ours {}", theirs.code, own.code));
    }
    if theirs.headers != own.headers {
        found.push(format!("headers:\n      server {:?}\n      ours   {:?}", theirs.headers, own.headers));
    }
    if theirs.bodies.len() != own.bodies.len() {
        found.push(format!("bodies: server {:#?}, ours {:#?}", theirs.bodies, own.bodies));
        return found;
    }
    for (theirs, own) in theirs.bodies.iter().zip(&own.bodies) {
        compare(&mut found, "", theirs, own);
    }
    found
}

fn compare(found: &mut Vec<String>, path: &str, theirs: &Value, own: &Value) {
    match (theirs, own) {
        (Value::Object(theirs), Value::Object(own)) => {
            for name in theirs.keys().chain(own.keys().filter(|name| !theirs.contains_key(*name))) {
                let path = format!("{path}/{name}");
                match (theirs.get(name), own.get(name)) {
                    (Some(theirs), Some(own)) => compare(found, &path, theirs, own),
                    (theirs, own) => found.push(format!("{path}: server {theirs:?}, ours {own:?}")),
                }
            }
        }
        (Value::Array(theirs), Value::Array(own)) if theirs.len() == own.len() => {
            for (index, (theirs, own)) in theirs.iter().zip(own).enumerate() {
                compare(found, &format!("{path}/{index}"), theirs, own);
            }
        }
        (theirs, own) if theirs != own => {
            found.push(format!("{path}:\n      server {theirs}\n      ours   {own}"));
        }
        _ => {}
    }
}
