//! What a server says of an object by its rules: every error in full, and what is left of the budget.
//!
//! `tests/cases/cel/rules.ndjson` has recorded answers of Kubernetes' own code, whose schemas are those of `compile.ndjson`
//! and more. With `ORACLE_BIN` it is asked again.

use crd_schema_tests::oracle;
use crd_schema_tests::rules::{Cases, Verdict};
use serde_json::Value;

const COMPILED: &str = include_str!("../../cases/cel/compile.ndjson");
const RECORDED: &str = include_str!("../../cases/cel/rules.ndjson");

fn recorded() -> Vec<(Value, Verdict)> {
    let mut cases = Cases::default();
    cases.define(COMPILED);
    let cases = cases.read(RECORDED);
    assert!(cases.len() > 500, "the table is there");
    cases
}

fn difference(request: &Value, recorded: &Verdict, other: Option<&Verdict>) -> Option<String> {
    let rules = &request["schema"]["x-kubernetes-validations"];
    (other != Some(recorded)).then(|| format!("{rules}\nrecorded: {recorded:?}\nis:       {other:?}"))
}

#[test]
fn recorded_verdicts_are_ours() {
    let differences = recorded()
        .into_iter()
        .filter_map(|(request, verdict)| difference(&request, &verdict, Verdict::ours(&request).as_ref()));
    let differences: Vec<_> = differences.collect();
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}

#[test]
fn recorded_verdicts_are_those_of_kubernetes() {
    let (requests, verdicts): (Vec<_>, Vec<_>) = recorded().into_iter().unzip();
    let Some(answers) = oracle::ask(&requests) else { return };
    let theirs = answers.iter().map(Verdict::of_oracle);
    let differences = requests.iter().zip(&verdicts).zip(theirs);
    let differences: Vec<_> = differences
        .filter_map(|((request, verdict), theirs)| difference(request, verdict, theirs.as_ref()))
        .collect();
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}
