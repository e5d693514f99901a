//! The recorded conversation about scales, taken to the server again.

use serde_json::Value;

use super::client::{Request, Server};
use super::object::collection;
use crate::scale::{Line, Step};
use crate::table::Report;

/// Sends every request again; gives how many answers were compared.
///
/// # Panics
/// When the recording does not begin with a definition.
pub fn send_again(report: &mut Report, server: &Server, lines: &[Line]) -> usize {
    let (mut definition, mut asked) = (None::<&Value>, 0);
    for line in lines {
        match line {
            Line::Definition(crd) => {
                define(server, definition, crd);
                definition = Some(crd);
            }
            Line::Step(step) => {
                asked += 1;
                send(report, server, definition.expect("a definition comes first"), step);
            }
        }
    }
    asked
}

fn define(server: &Server, old: Option<&Value>, crd: &Value) {
    if old.is_some_and(|old| old["metadata"] == crd["metadata"]) {
        assert_eq!(server.replace_crd(crd).code, 200);
        // Handlers of the old definition are there a little longer.
        std::thread::sleep(std::time::Duration::from_secs(5));
        return;
    }
    let refused = server.install(&[crd]);
    assert!(refused.is_empty(), "{refused:#?}");
}

fn send(report: &mut Report, server: &Server, crd: &Value, step: &Step) {
    let one = format!("{}/{}", collection(crd), step.object);
    let old = server.get(&one).body;
    let text = |name: &str| old["metadata"][name].as_str().unwrap_or_default().to_owned();
    let body = step.body.replace("$REVISION", &text("resourceVersion")).replace("$UID", &text("uid"));
    let path = match (step.method.as_str(), step.subresource.as_str()) {
        ("POST", _) => collection(crd),
        (_, "") => one.clone(),
        (_, subresource) => format!("{one}/{subresource}"),
    };
    let path = format!("{path}?fieldValidation={}", step.validation);
    let request =
        Request { method: &step.method, path: &path, content_type: &step.content_type, body: &Value::Null };
    let answer = server.send_text(&request, &body);
    let stored = server.get(&one);
    let uid = stored.body["metadata"]["uid"].as_str().unwrap_or_default().to_owned();
    let why = format!("{} {path}: {}", step.method, step.why);
    report.expect(&format!("{why}: code"), &step.code, &answer.code);
    report.expect(&format!("{why}: answer"), &step.answer, &recorded(answer.body, &uid));
    report.expect(&format!("{why}: warnings"), &step.warnings, &answer.warnings);
    if stored.code == 200 {
        report.expect(&format!("{why}: stored"), &step.stored, &recorded(stored.body, &uid));
    }
}

/// The answer as the recording has it: without what each run has of its own.
fn recorded(mut answer: Value, uid: &str) -> Value {
    if let Some(metadata) = answer.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.remove("managedFields");
        for (name, fixed) in
            [("uid", "$UID"), ("resourceVersion", "$REVISION"), ("creationTimestamp", "2026-01-01T00:00:00Z")]
        {
            if let Some(field) = metadata.get_mut(name) {
                *field = fixed.into();
            }
        }
    }
    if let Some(said) = answer.get("message").and_then(Value::as_str).filter(|_| !uid.is_empty()) {
        answer["message"] = said.replace(uid, "$UID").into();
    }
    answer
}
