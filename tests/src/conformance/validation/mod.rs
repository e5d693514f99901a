//! `validate_object_create` and `validate_object_update`: the errors of the values of objects.

mod formats;
mod object;
mod samples;
mod schema;

use std::collections::BTreeSet;

use crd_schema::validation::{Validator, validate, validate_update};
use crd_schema::{FieldPath, JsonSchemaProps, ServerVersion, StructuralSchema, Violations};
use serde_json::{Value, json};

use super::Operation;
use super::minimise::without_parts;
use crate::generate::{self, Tape};

pub(super) use object::value;

pub use formats::Formats;
pub use samples::{FORMATS, STRINGS};

/// Objects that are created.
pub struct ValidateCreate;

/// Objects that replace others.
pub struct ValidateUpdate;

fn structural(schema: &Value) -> Option<StructuralSchema> {
    let props: JsonSchemaProps = serde_json::from_value(schema.clone()).ok()?;
    StructuralSchema::try_from(&props).ok()
}

/// A structural schema; what is none is tried again without its junctors.
pub(super) fn drawn(tape: &mut Tape<'_>) -> Value {
    let mut schema = schema::root(tape);
    if structural(&schema).is_none() {
        schema::drop_junctors(&mut schema);
    }
    assert!(structural(&schema).is_some(), "generated schemas are structural: {schema}");
    schema
}

fn with_path(tape: &mut Tape<'_>, mut request: Value) -> Value {
    if tape.rarely(1, 4) {
        request["path"] = tape.pick(&["status", "a.b"]).into();
    }
    request
}

fn answer(request: &Value) -> Value {
    let Some(schema) = structural(&request["schema"]) else { return json!({"failure": "request"}) };
    let validator = Validator::new(&schema, ServerVersion::default());
    let path = FieldPath::ROOT;
    let path = match request["path"].as_str() {
        None => path,
        Some(name) => path.property(name),
    };
    let object = &request["object"];
    let violations = match request.get("old") {
        None => validate(&validator, object, &path),
        Some(old) => validate_update(&validator, old, object, &path),
    };
    json!({"errors": errors(&violations)})
}

/// In the shape of the oracle's errors, with what is compared.
fn errors(violations: &Violations) -> Value {
    let error = |violation: &crd_schema::Violation| {
        json!({
            "type": violation.kind().reason(),
            "field": violation.path().to_string(),
            "detail": violation.detail(),
            "text": violation.to_string(),
        })
    };
    violations.iter().map(error).collect()
}

/// Sets of errors are compared, for upstream walks Go maps.
fn difference(request: &Value, oracle: &Value) -> Option<String> {
    let ours = answer(request);
    if oracle.get("failure").is_some() || ours.get("failure").is_some() {
        return (oracle["failure"] != ours["failure"])
            .then(|| format!("Go: {}, ours: {ours}", oracle["error"]));
    }
    let lines = |answer: &Value| {
        let line = |error: &Value| format!("{} {} {}", error["type"], error["field"], error["text"]);
        let mut lines: Vec<_> = answer["errors"].as_array().into_iter().flatten().map(line).collect();
        lines.sort_unstable();
        lines
    };
    let (expected, actual) = (lines(oracle), lines(&ours));
    let missing: Vec<_> = expected.iter().filter(|line| !actual.contains(line)).collect();
    let surplus: Vec<_> = actual.iter().filter(|line| !expected.contains(line)).collect();
    (expected != actual).then(|| format!("missing {missing:#?}, surplus {surplus:#?}"))
}

/// What kinds of errors there are, by their strings without paths and values.
fn class(answer: &Value) -> String {
    let errors = answer["errors"].as_array().into_iter().flatten();
    let kind = |error: &Value| {
        let detail = error["detail"].as_str().unwrap_or_default();
        let words = detail.rsplit_once(" in body ").map_or(detail, |(_, words)| words);
        let words: String = words.chars().take_while(|c| !"\"':".contains(*c)).take(24).collect();
        format!("{} {words}", error["type"].as_str().unwrap_or_default().trim_start_matches("FieldValue"))
    };
    let kinds: BTreeSet<_> = errors.map(kind).collect();
    match kinds.len() {
        0 => "valid".to_owned(),
        1 | 2 => kinds.into_iter().collect::<Vec<_>>().join(" + "),
        several => format!("{several} kinds of errors"),
    }
}

/// Parts are left out of the schema and of the objects.
fn smaller(request: &Value) -> Vec<Value> {
    let parts = |field: &&str| {
        let with = |value| {
            let mut smaller = request.clone();
            smaller[*field] = value;
            smaller
        };
        request.get(*field).map_or_else(Vec::new, without_parts).into_iter().map(with).collect::<Vec<_>>()
    };
    let smaller = ["object", "old", "schema"].iter().flat_map(parts);
    smaller.filter(|request| structural(&request["schema"]).is_some()).collect()
}

impl Operation for ValidateCreate {
    fn name(&self) -> &'static str {
        "validate_object_create"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        let schema = drawn(tape);
        let object = object::value(tape, &schema);
        with_path(tape, json!({"op": self.name(), "schema": schema, "object": object}))
    }

    fn answer(&self, request: &Value) -> Value {
        answer(request)
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        difference(request, oracle)
    }

    fn smaller(&self, request: &Value) -> Vec<Value> {
        smaller(request)
    }

    fn class(&self, _: &Value, answer: &Value) -> String {
        class(answer)
    }
}

impl Operation for ValidateUpdate {
    fn name(&self) -> &'static str {
        "validate_object_update"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        let schema = drawn(tape);
        let old = object::value(tape, &schema);
        let object = match tape.choose(8) {
            0 => old.clone(),
            7 => object::value(tape, &schema),
            _ => generate::mutated(tape, &schema, &old),
        };
        with_path(tape, json!({"op": self.name(), "schema": schema, "object": object, "old": old}))
    }

    fn answer(&self, request: &Value) -> Value {
        answer(request)
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        difference(request, oracle)
    }

    fn smaller(&self, request: &Value) -> Vec<Value> {
        smaller(request)
    }

    fn class(&self, request: &Value, answer: &Value) -> String {
        let without_old = crate::conformance::validation::answer(&json!({
            "schema": request["schema"], "object": request["object"], "path": request["path"],
        }));
        let count = |answer: &Value| answer["errors"].as_array().map_or(0, Vec::len);
        let ratcheted = count(&without_old).saturating_sub(count(answer)).min(3);
        format!("{}, {ratcheted} ratcheted", class(answer))
    }
}
