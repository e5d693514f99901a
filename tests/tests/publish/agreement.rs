//! Lowered rules against Kubernetes' CEL, and both against the native check.
//!
//! `agreement.ndjson` has random schemas, what they were lowered to, and for pairs of canonical objects whether the
//! CEL of Kubernetes 1.37.2 denied the update. With `CRD_ORACLE` naming the built `tests/oracle` program the
//! verdicts are asked for again.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crd_schema::crd::publish;
use crd_schema::steps::{CompiledSchema, Semantics, canonicalize, check_mutability};
use crd_schema::{JsonSchemaProps, Profile, StructuralSchema};
use serde_json::{Value, json};

fn table() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/publish/agreement.ndjson");
    let text = std::fs::read_to_string(path).expect("the table is readable");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn structural(schema: &Value) -> StructuralSchema {
    let props: JsonSchemaProps = serde_json::from_value(schema.clone()).expect("a schema");
    StructuralSchema::try_from(&props).expect("structural")
}

fn pairs(case: &Value) -> &[Value] {
    case["pairs"].as_array().map_or(&[], Vec::as_slice)
}

/// The verdicts are about what is published today.
#[test]
fn lowers_to_what_was_validated() {
    for case in table() {
        let published = publish(&structural(&case["schema"]), Profile::Cluster).expect("it can be lowered");
        let lowered = serde_json::to_value(published.schema()).expect("JSON");
        assert_eq!(lowered, case["lowered"], "{}", case["schema"]);
    }
}

#[test]
fn native_check_says_what_the_rules_say() {
    for case in table() {
        let schema = CompiledSchema::new(&structural(&case["schema"]));
        for pair in pairs(&case) {
            let object = |side: &str| {
                let stored = canonicalize(&schema, pair[side].clone(), Semantics::Server);
                stored.expect("it can be decoded").object
            };
            let found = check_mutability(&schema, &object("old"), &object("new"));
            assert_eq!(json!(!found.is_empty()), pair["denied"], "{}\n{pair}\n{found}", case["schema"]);
        }
    }
}

#[test]
fn kubernetes_says_what_was_recorded() {
    let Some(program) = std::env::var_os("CRD_ORACLE") else { return };
    let table = table();
    let mut oracle =
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the oracle runs");
    let mut requests = oracle.stdin.take().expect("its input");
    let lines: Vec<_> =
        table.iter().flat_map(|case| pairs(case).iter().map(|pair| request(case, pair))).collect();
    let writer = std::thread::spawn(move || {
        for line in lines {
            writeln!(requests, "{line}").expect("it listens");
        }
    });
    let output = oracle.wait_with_output().expect("it ends");
    writer.join().expect("all was written");
    let answers = String::from_utf8(output.stdout).expect("text");
    let expected = table.iter().flat_map(pairs);
    assert_eq!(answers.lines().count(), expected.clone().count());
    for (answer, pair) in answers.lines().zip(expected) {
        let answer: Value = serde_json::from_str(answer).expect("JSON");
        let denied = !answer["errors"].as_array().expect("errors").is_empty();
        assert_eq!(json!(denied), pair["denied"], "{answer}\n{pair}");
    }
}

fn request(case: &Value, pair: &Value) -> Value {
    json!({"op": "cel", "schema": case["lowered"], "object": pair["new"], "old": pair["old"]})
}
