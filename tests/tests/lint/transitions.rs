//! What lint says of transition rules that never run, beside what Kubernetes says of the definition and of an update.
//!
//! `cases/cel/never-runs.ndjson` has schemas of a whole object, an update, and whether something is said. Kubernetes must
//! take every definition of which lint has a warning, and let the update through; it must refuse those of which lint has
//! an error, with that text. Without `ORACLE_BIN` only lint is asked.

use std::path::Path;

use crd_schema::lint::{Finding, Severity};
use crd_schema::{CustomResourceDefinition, lint};
use crd_schema_tests::{definition, oracle};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Case {
    name: String,
    schema: Value,
    old: Value,
    new: Value,
    /// `never runs`, `refused`, or `runs`.
    verdict: String,
}

fn cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/cel/never-runs.ndjson");
    let text = std::fs::read_to_string(path).expect("the table is readable");
    text.lines().map(|line| serde_json::from_str(line).expect("a case")).collect()
}

fn findings(case: &Case) -> Vec<Finding> {
    let crd: CustomResourceDefinition =
        serde_json::from_value(definition::of_schema(&case.schema)).expect("a definition");
    let about =
        |finding: &Finding| matches!(finding.rule, Some("transition-rule-never-runs" | "old-self-unpaired"));
    lint(&crd).into_iter().filter(about).collect()
}

#[test]
fn lint_finds_what_never_runs() {
    for case in cases() {
        let found = findings(&case);
        let said = match found.as_slice() {
            [] => "runs",
            [one] if one.severity == Severity::Error => "refused",
            [_] => "never runs",
            more => panic!("{}: {more:?}", case.name),
        };
        assert_eq!(said, case.verdict, "{}", case.name);
    }
}

#[test]
fn kubernetes_runs_none_of_them() {
    let cases = cases();
    let of = |case: &Case| {
        let update = json!({"old": case.old, "object": case.new});
        [
            json!({"op": "validate_crd_create", "crd": definition::of_schema(&case.schema)}),
            json!({"op": "cel_updates", "schema": case.schema, "updates": [update]}),
        ]
    };
    let requests: Vec<_> = cases.iter().flat_map(of).collect();
    let Some(answers) = oracle::ask(&requests) else { return };
    for (case, answers) in cases.iter().zip(answers.chunks(2)) {
        let strings = |errors: &Value| {
            let errors = errors.as_array().expect("errors").iter();
            errors.map(|error| error["text"].as_str().expect("a string").to_owned()).collect::<Vec<_>>()
        };
        let (of_definition, of_update) =
            (strings(&answers[0]["errors"]), strings(&answers[1]["updates"][0]["errors"]));
        match case.verdict.as_str() {
            "refused" => {
                let ours: Vec<_> = findings(case)
                    .into_iter()
                    .filter_map(|finding| Some(finding.server?.to_string()))
                    .collect();
                assert_eq!(ours, of_definition, "{}", case.name);
            }
            verdict => {
                assert_eq!(of_definition, [""; 0], "{}", case.name);
                assert_eq!(of_update.is_empty(), verdict == "never runs", "{}: {of_update:?}", case.name);
            }
        }
    }
}
