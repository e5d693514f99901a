//! The tables of `cases/apply`: what KEP-555 and the documentation of Kubernetes say, confirmed by the oracle.

use crd_schema_tests::applied::{Sequence, Step, definition, differences, field_manager, run};
use crd_schema_tests::table::{Report, load};
use serde::Deserialize;
use serde_json::{Map, Value, json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    schema: Value,
    #[serde(default)]
    status: bool,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    steps: Vec<Expected>,
}

/// A request, and what is expected of its answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    live: Option<Value>,
    apply: Option<Value>,
    update: Option<Value>,
    manager: String,
    #[serde(default)]
    force: bool,
    #[serde(default)]
    subresource: String,
    /// Without the type, the name and the managed fields.
    object: Option<Value>,
    /// Without versions and times.
    managed: Option<Value>,
    #[serde(default)]
    unchanged: bool,
    error: Option<String>,
    code: Option<u16>,
}

fn whole(object: &Value) -> Value {
    let mut whole = json!({"apiVersion": "example.com/v1", "kind": "Thing"});
    let fields = object.as_object().cloned().unwrap_or_default();
    whole.as_object_mut().expect("it is one").extend(fields);
    let metadata = whole.as_object_mut().expect("it is one").entry("metadata").or_insert_with(|| json!({}));
    metadata["name"] = "one".into();
    whole
}

fn request(step: &Expected, live: Option<&Value>, number: i64) -> Value {
    let object = step.apply.as_ref().or(step.update.as_ref()).expect("a step is an apply or an update");
    json!({
        "op": if step.apply.is_some() { "apply" } else { "update" },
        "version": "v1",
        "subresource": step.subresource,
        "manager": step.manager,
        "force": step.force,
        "time": format!("2001-09-09T01:{:02}:40Z", 46 + number),
        "live": live,
        "object": whole(object),
    })
}

/// What a table says of an object.
fn shown(object: &Value) -> Value {
    let mut fields = object.as_object().cloned().unwrap_or_default();
    fields.remove("apiVersion");
    fields.remove("kind");
    let metadata = fields.get_mut("metadata").and_then(Value::as_object_mut);
    if metadata.is_some_and(|metadata| {
        metadata.retain(|name, _| !["name", "uid", "managedFields"].contains(&name.as_str()));
        metadata.is_empty()
    }) {
        fields.remove("metadata");
    }
    Value::Object(fields)
}

fn managers(object: &Value) -> Value {
    let without = |entry: &Value| {
        let fields = entry.as_object().into_iter().flatten();
        let kept = fields.filter(|(name, _)| !["apiVersion", "fieldsType", "time"].contains(&name.as_str()));
        Value::Object(kept.map(|(name, value)| (name.clone(), value.clone())).collect::<Map<_, _>>())
    };
    object["metadata"]["managedFields"].as_array().into_iter().flatten().map(without).collect()
}

fn stored(object: &Value) -> Value {
    let mut stored = object.clone();
    stored["metadata"]["uid"] = "1".into();
    stored
}

fn check(report: &mut Report, name: &str, expected: &Expected, step: &Step, live: Option<&Value>) {
    report.expect(name, &expected.error, &step.error);
    if let Some(code) = expected.code {
        let actual = step.status.as_ref().map(|status| status["code"].clone());
        report.expect(name, &Some(json!(code)), &actual);
    }
    let object = step.object.clone().unwrap_or_default();
    if let Some(expected) = &expected.object {
        report.expect(name, expected, &shown(&object));
    }
    if let Some(expected) = &expected.managed {
        report.expect(name, expected, &managers(&object));
    }
    if expected.unchanged {
        report.expect(name, &live, &Some(&object));
    }
}

#[test]
fn requests_are_answered_as_the_tables_say() {
    let (mut report, mut sequences) = (Report::default(), Vec::new());
    for (file, table) in load::<Table>("apply") {
        let crd = definition(&table.schema, table.status);
        let manager = field_manager(&crd).expect("the schema is structural");
        for case in &table.cases {
            let name = format!("{file}: {}", case.name);
            let (mut live, mut steps) = (None, Vec::new());
            for (number, expected) in (1..).zip(&case.steps) {
                live = expected.live.as_ref().map(whole).or(live);
                let request = request(expected, live.as_ref(), number);
                let step = run(&manager, &request, 1_000_000_000 + 60 * number);
                check(&mut report, &format!("{name}, step {number}"), expected, &step, live.as_ref());
                live = step.object.as_ref().map(stored).or(live);
                steps.push(step);
            }
            sequences.push(Sequence { crd: crd.clone(), steps });
        }
    }
    report.finish();
    if let Some(answers) = differences(&sequences) {
        assert_eq!(answers.differences, [""; 0]);
    }
}
