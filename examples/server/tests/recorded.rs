//! The conversation with the real API server, held with this one.
//!
//! `recorded.ndjson` holds requests and what k8s.io/apiextensions-apiserver v0.37.2 answered when they were sent to it
//! in this order, with the definition of `maintenance-job-types/crds` installed, whose immutability is lowered to CEL
//! there. In requests `$rv:name` and `$uid:name` stand for what was last answered about the object of that name. In answers
//! `$uid`, `$time`, `$rv` and `$name` stand for what no two servers have in common; `managedFields` is left out.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::Value;

mod common;

use common::{Answer, Server};

#[derive(Deserialize)]
struct Case {
    #[serde(rename = "case")]
    title: String,
    method: String,
    path: String,
    #[serde(default, rename = "type")]
    media_type: String,
    body: Option<String>,
    code: u16,
    warnings: Vec<String>,
    answer: Value,
}

#[test]
fn the_answers_are_those_of_the_real_server() {
    let server = Server::start();
    let mut seen = HashMap::new();
    let cases = include_str!("recorded.ndjson").lines().map(serde_json::from_str::<Case>);
    let mut failures = Vec::new();
    for case in cases {
        let case = case.expect("a case on each line");
        let answer = ask(&server, &case, &seen);
        if let Some(name) = answer.body["metadata"]["name"].as_str() {
            seen.insert(name.to_owned(), answer.body.clone());
        }
        let expected = (case.code, case.warnings, case.answer);
        let found = (answer.code, answer.warnings, veiled(answer.body, &seen));
        if found != expected {
            failures.push(format!("{}\n  real {expected:?}\n  ours {found:?}", case.title));
        }
    }
    assert!(failures.is_empty(), "{} differ:\n{}", failures.len(), failures.join("\n"));
}

fn ask(server: &Server, case: &Case, seen: &HashMap<String, Value>) -> Answer {
    let body = case.body.as_deref().map(|body| {
        seen.iter().fold(body.to_owned(), |body, (name, object)| {
            let field = |field: &str| object["metadata"][field].as_str().unwrap_or_default().to_owned();
            let body = body.replace(&format!("$rv:{name}\""), &format!("{}\"", field("resourceVersion")));
            body.replace(&format!("$uid:{name}\""), &format!("{}\"", field("uid")))
        })
    });
    let content = body.as_deref().map(|body| (case.media_type.as_str(), body.as_bytes()));
    server.send(&case.method, &case.path, content)
}

/// The answer with the words that stand for what differs by nature.
fn veiled(mut value: Value, seen: &HashMap<String, Value>) -> Value {
    veil(&mut value, "");
    let mut text = value.to_string();
    for object in seen.values() {
        let field = |field: &str| object["metadata"][field].as_str().unwrap_or_default();
        text = text.replace(field("uid"), "$uid");
        text = text.replace(&format!("record ({})", field("resourceVersion")), "record ($rv)");
        if field("name").starts_with("nightly-") {
            text = text.replace(field("name"), "$name");
        }
    }
    // There the rule of a field that is gone stands at its parent, whose value is not shown.
    text = text
        .replace("Invalid value: null: field cannot be cleared", "Invalid value: field cannot be cleared");
    serde_json::from_str(&text).expect("it is JSON still")
}

fn veil(value: &mut Value, field: &str) {
    match value {
        Value::Object(fields) => {
            fields.remove("managedFields");
            fields.iter_mut().for_each(|(name, value)| veil(value, name));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| veil(item, field)),
        Value::String(text) if field == "resourceVersion" => "$rv".clone_into(text),
        Value::String(text) if matches!(field, "creationTimestamp" | "deletionTimestamp") => {
            "$time".clone_into(text);
        }
        _ => {}
    }
}
