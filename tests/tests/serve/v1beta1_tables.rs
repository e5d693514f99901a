//! Definitions of v1beta1 against what the last server of that version says, in `cases/v1beta1`.
//!
//! The matrix is structural, not structural and no schema, in one and in several versions, created and updated, with and
//! without each feature that needs a structural schema. The answers are those of `tests/oracle-v1beta1`; where
//! `V1BETA1_ORACLE` names that program, it is asked again.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crd_schema::crd::v1beta1::{
    UpgradeError, non_structural_condition, upgrade, validate_create, validate_update,
};
use crd_schema::{CustomResourceDefinition, Violations};
use crd_schema_tests::table::Report;
use serde_json::{Value, json};

fn cases() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/v1beta1/matrix.ndjson");
    let text = std::fs::read_to_string(path).expect("the table is readable");
    text.lines().map(|line| serde_json::from_str(line).expect("a case")).collect()
}

fn errors(found: &Violations) -> Vec<Value> {
    let error = |violation: &crd_schema::Violation| {
        json!({
            "type": violation.kind().reason(),
            "field": violation.path().to_string(),
            "detail": violation.detail(),
        })
    };
    sorted(found.iter().map(error).collect())
}

fn sorted(mut errors: Vec<Value>) -> Vec<Value> {
    errors.sort_by_key(Value::to_string);
    errors
}

fn validate(new: &CustomResourceDefinition, old: Option<&CustomResourceDefinition>) -> Violations {
    old.map_or_else(|| validate_create(new), |old| validate_update(new, old))
}

#[test]
fn errors_are_those_of_the_last_server() {
    let mut report = Report::default();
    let (mut validated, mut refused) = (0, 0);
    for case in cases() {
        let name = case["name"].as_str().unwrap_or_default();
        let expected = sorted(case["answer"]["errors"].as_array().expect("a list").clone());
        let old = case.get("old").map(|old| upgrade(old).expect("old definitions have a form in v1"));
        match upgrade(&case["crd"]) {
            Ok(new) => {
                validated += 1;
                report.expect(name, &expected, &errors(&validate(&new, old.as_ref())));
            }
            Err(UpgradeError::Refused(found)) => {
                refused += 1;
                let missing: Vec<_> =
                    errors(&found).into_iter().filter(|error| !expected.contains(error)).collect();
                report.expect(name, &Vec::new(), &missing);
                let contradicts = |error: &&Value| {
                    let detail = error["detail"].as_str().unwrap_or_default();
                    ["mutually exclusive", "set to identical values", "must match the first version"]
                        .iter()
                        .any(|text| detail.contains(text))
                };
                report.expect(name, &expected.iter().filter(contradicts).count(), &found.len());
            }
            Err(error) => report.expect(name, &String::new(), &error.to_string()),
        }
    }
    assert!(validated >= 180 && refused >= 5, "{validated} judged, {refused} refused");
    report.finish();
}

#[test]
fn the_condition_is_that_of_the_server() {
    let mut report = Report::default();
    for case in cases() {
        let Ok(crd) = upgrade(&case["crd"]) else { continue };
        let ours = non_structural_condition(&crd).map_or(Value::Null, |condition| {
            json!({"status": condition.status, "reason": condition.reason, "message": condition.message})
        });
        report.expect(case["name"].as_str().unwrap_or_default(), &case["answer"]["condition"], &ours);
    }
    report.finish();
}

/// The structural-schema KEP: the field is rejected where a schema is not structural.
#[test]
fn unions_need_a_structural_schema() {
    let crd = |schema: Value| {
        let manifest = json!({
            "metadata": {"name": "jobs.example.com", "resourceVersion": "1"},
            "spec": {
                "group": "example.com", "version": "v1", "names": {"kind": "Job", "plural": "jobs"},
                "validation": {"openAPIV3Schema": schema},
            },
        });
        upgrade(&manifest).expect("a definition")
    };
    let unions = json!([{"discriminator": "t", "fields": {"a": "A"}}]);
    let plain = crd(json!({"properties": {"a": {"type": "string"}}}));
    let with = crd(json!({"properties": {"a": {"type": "string"}}, "x-kubernetes-unions": unions}));
    let structural = crd(json!({"type": "object", "x-kubernetes-unions": unions}));
    let text = "spec.validation.openAPIV3Schema.type: Required value: must not be empty at the root";
    assert!(validate_create(&plain).is_empty());
    assert_eq!(validate_create(&with).to_string(), text);
    assert_eq!(validate_update(&with, &plain).to_string(), text);
    assert!(validate_create(&structural).is_empty());
}

#[test]
fn recorded_answers_are_those_of_the_oracle() {
    let Some(program) = std::env::var_os("V1BETA1_ORACLE") else { return };
    let cases = cases();
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("it is piped");
    let lines = cases.iter().map(Value::to_string).collect::<Vec<_>>().join("\n") + "\n";
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()).expect("it reads"));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("all is written");
    let mut report = Report::default();
    let answers = output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let answers: Vec<Value> = answers.map(|line| serde_json::from_slice(line).expect("JSON")).collect();
    report.expect("answers", &cases.len(), &answers.len());
    for (case, answer) in cases.iter().zip(&answers) {
        let list = |answer: &Value| sorted(answer["errors"].as_array().expect("a list").clone());
        let name = case["name"].as_str().unwrap_or_default();
        report.expect(name, &list(&case["answer"]), &list(answer));
        report.expect(name, &case["answer"]["condition"], &answer["condition"]);
    }
    report.finish();
}
