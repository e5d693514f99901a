//! The server's word on CRDs and objects, from the oracle or from what it said before.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::oracle;

/// What is asked about one shape.
pub(super) struct Question {
    pub(super) name: &'static str,
    pub(super) crd: Value,
    pub(super) objects: Vec<Value>,
}

/// What the server says about it.
pub(super) struct Answer {
    /// Why it refuses the CRD.
    pub(super) refused: Vec<String>,
    /// Of each object why it is refused.
    pub(super) objects: BTreeMap<String, Vec<String>>,
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/shapes/recorded.ndjson")
}

/// The answers; with `SHAPES_RECORD` the oracle's are written down, and with `ORACLE_BIN` compared.
pub(super) fn answers(questions: &[Question]) -> Vec<Answer> {
    let requests: Vec<Value> = questions.iter().flat_map(requests).collect();
    let Some(asked) = oracle::ask(&requests) else { return recorded(questions) };
    let mut asked = asked.into_iter();
    let answers: Vec<Answer> = questions
        .iter()
        .map(|question| Answer {
            refused: errors(asked.next()),
            objects: question
                .objects
                .iter()
                .map(|object| (object.to_string(), errors(asked.next())))
                .collect(),
        })
        .collect();
    if std::env::var_os("SHAPES_RECORD").is_some() {
        let lines: Vec<String> =
            questions.iter().zip(&answers).map(|(question, answer)| line(question, answer)).collect();
        fs::write(path(), lines.join("\n") + "\n").expect("the record is written");
    } else {
        for ((question, answer), recorded) in questions.iter().zip(&answers).zip(recorded(questions)) {
            assert_eq!(answer.refused, recorded.refused, "{}: the record is old", question.name);
            let accepted = |answer: &Answer| -> BTreeMap<String, bool> {
                answer.objects.iter().map(|(object, errors)| (object.clone(), errors.is_empty())).collect()
            };
            assert_eq!(accepted(answer), accepted(&recorded), "{}: the record is old", question.name);
        }
    }
    answers
}

fn requests(question: &Question) -> Vec<Value> {
    let schema = schema(&question.crd);
    let mut requests = vec![json!({"op": "validate_crd_create", "crd": question.crd})];
    let objects = question.objects.iter();
    requests.extend(objects.map(
        |object| json!({"op": "strategy_create", "schema": schema, "object": object, "clusterScoped": true}),
    ));
    requests
}

fn schema(crd: &Value) -> &Value {
    &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
}

fn errors(answer: Option<Value>) -> Vec<String> {
    let answer = answer.expect("one answer for each request");
    assert!(answer.get("failure").is_none(), "{answer}");
    let errors = answer["errors"].as_array().cloned().unwrap_or_default();
    let mut errors: Vec<String> =
        errors.iter().map(|error| error["text"].as_str().unwrap_or_default().to_owned()).collect();
    errors.sort();
    errors
}

/// The schema in words of the spec alone, and one mark for each object.
fn line(question: &Question, answer: &Answer) -> String {
    let spec = &schema(&question.crd)["properties"]["spec"];
    let mut line = format!("{{\"shape\": {}, \"schema\": {spec}, \"refused\": ", json!(question.name));
    let _ = write!(line, "{}, \"accepted\": [", json!(answer.refused));
    let specs = |accepted: bool| {
        let objects = question.objects.iter();
        let objects = objects.filter(|object| answer.objects[&object.to_string()].is_empty() == accepted);
        let specs: Vec<String> = objects.map(|object| object["spec"].to_string()).collect();
        specs.join(", ")
    };
    let _ = write!(line, "{}], \"denied\": [{}]}}", specs(true), specs(false));
    line
}

fn recorded(questions: &[Question]) -> Vec<Answer> {
    let text = fs::read_to_string(path()).unwrap_or_default();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of the record"));
    let lines: BTreeMap<String, Value> =
        lines.map(|line| (line["shape"].as_str().unwrap_or_default().to_owned(), line)).collect();
    questions.iter().map(|question| recorded_answer(question, &lines)).collect()
}

const AGAIN: &str = "record it again, with SHAPES_RECORD=1 and ORACLE_BIN in the environment";

fn recorded_answer(question: &Question, lines: &BTreeMap<String, Value>) -> Answer {
    let name = question.name;
    let line = lines.get(name).unwrap_or_else(|| panic!("{name} is not recorded; {AGAIN}"));
    let spec = &schema(&question.crd)["properties"]["spec"];
    assert_eq!(*spec, line["schema"], "the schema of {name} is another one; {AGAIN}");
    let strings = |list: &Value| -> Vec<String> {
        list.as_array().into_iter().flatten().map(ToString::to_string).collect()
    };
    let (accepted, denied) = (strings(&line["accepted"]), strings(&line["denied"]));
    let verdict = |object: &Value| {
        let spec = object["spec"].to_string();
        match (accepted.contains(&spec), denied.contains(&spec)) {
            (true, _) => Vec::new(),
            (_, true) => vec!["denied".to_owned()],
            _ => panic!("{name}: {spec} is not recorded; {AGAIN}"),
        }
    };
    let objects = question.objects.iter().map(|object| (object.to_string(), verdict(object)));
    let refused = line["refused"].as_array().into_iter().flatten();
    let refused = refused.map(|error| error.as_str().unwrap_or_default().to_owned()).collect();
    Answer { refused, objects: objects.collect() }
}
