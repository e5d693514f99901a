//! What servers of each minor say, beside what their own code says.
//!
//! `tests/cases/server-versions/README.md` says how the answers are recorded.

use std::fmt::Write as _;
use std::path::PathBuf;

use crd_schema::crd::CrdValidator;
use crd_schema::serve::ServeOptions;
use crd_schema::{CustomResourceDefinition, ServedVersion, ServerVersion, Violations};
use crd_schema_tests::oracle;
use serde_json::{Map, Value, json};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/cases/server-versions");

fn lines(file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(format!("{FOLDER}/{file}")).expect("the file is there");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The minors whose code was asked, which the record begins with, and its answers.
fn record() -> (Vec<ServerVersion>, Vec<Value>) {
    let mut lines = lines("answers.ndjson");
    let answers = lines.split_off(1);
    let minors = lines[0]["minors"].as_array().expect("a list").iter().map(minor);
    (minors.collect(), answers)
}

fn minor(text: &Value) -> ServerVersion {
    text.as_str().expect("a string").parse().expect("a known minor")
}

/// What the code of a minor answers, from the record.
fn recorded(case: &Value, server: ServerVersion) -> &Value {
    let answers = case["answers"].as_array().expect("a list");
    let is_of = |answer: &&Value| minor(&answer[0]) <= server;
    &answers.iter().rev().find(is_of).expect("the oldest minor has an answer")[1]
}

#[test]
fn every_minor_says_what_its_own_code_says() {
    let (minors, answers) = record();
    let mut wrong = String::new();
    for (case, answers) in lines("requests.ndjson").iter().zip(answers) {
        assert_eq!(case["name"], answers["name"], "the files are in the same order");
        for &server in &minors {
            let (ours, theirs) = (ours(&case["request"], server), recorded(&answers, server));
            let is_definition = case["request"]["crd"].is_object();
            if let Some(difference) = difference(&ours, theirs, is_definition) {
                writeln!(wrong, "{} on {server}: {difference}", case["name"]).expect("memory");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A table without differences would show nothing.
#[test]
fn every_minor_differs_from_the_one_before() {
    let (minors, answers) = record();
    let begins = |server: ServerVersion| {
        let mut found =
            answers.iter().flat_map(|case| case["answers"].as_array().expect("a list").iter().skip(1));
        found.any(|answer| minor(&answer[0]) == server)
    };
    let same: Vec<_> = minors.into_iter().skip(1).filter(|server| !begins(*server)).collect();
    assert_eq!(same, Vec::<ServerVersion>::new());
}

fn ours(request: &Value, server: ServerVersion) -> (Violations, Vec<String>) {
    let validator = CrdValidator::new(server);
    match request["op"].as_str().expect("a string") {
        "validate_crd_create" => {
            let new = definition(&request["crd"]);
            (validator.create(&new), validator.warnings(&new, None))
        }
        "validate_crd_update" => {
            let (new, old) = (definition(&request["crd"]), definition(&request["old"]));
            (validator.update(&new, &old), validator.warnings(&new, Some(&old)))
        }
        op => of_object(op, request, server),
    }
}

fn definition(crd: &Value) -> CustomResourceDefinition {
    let mut crd = serde_json::from_value(crd.clone()).expect("a definition");
    crd_schema::crd::default_crd(&mut crd);
    crd
}

fn of_object(op: &str, request: &Value, server: ServerVersion) -> (Violations, Vec<String>) {
    let options = ServeOptions::default().server_version(server);
    let crd = crd_of(request);
    let version = ServedVersion::with_options(&crd, "v1", options).expect("it is structural");
    let (new, old) = (&request["object"], &request["old"]);
    let violations = match (op, request["status"] == true) {
        ("strategy_create", _) => version.validate_create(new),
        (_, false) => version.validate_update(old, new),
        (_, true) => version.validate_status_update(old, new),
    };
    (violations, warnings(&version, request))
}

/// Those of the strategy come with what is stored: they are asked for an object of which only the finalizers count.
fn warnings(served: &ServedVersion, request: &Value) -> Vec<String> {
    if request["status"] == true {
        return Vec::new();
    }
    let finalizers = |object: &Value| {
        let finalizers = object.pointer("/metadata/finalizers").cloned().unwrap_or_else(|| json!([]));
        json!({"apiVersion": "example.com/v1", "kind": "K", "metadata": {"name": "a", "finalizers": finalizers}})
    };
    let (new, old) = (finalizers(&request["object"]), finalizers(&request["old"]));
    let written =
        if request["op"] == "strategy_create" { served.create(new) } else { served.update(&old, new) };
    written.map(|outcome| outcome.warnings).unwrap_or_default()
}

fn crd_of(request: &Value) -> CustomResourceDefinition {
    let mut subresources = Map::new();
    if request["status"] == true {
        subresources.insert("status".to_owned(), json!({}));
    }
    if request["scale"].is_object() {
        subresources.insert("scale".to_owned(), request["scale"].clone());
    }
    let crd = json!({"spec": {
        "group": "example.com",
        "names": {"kind": "K", "plural": "ks"},
        "scope": if request["clusterScoped"] == true { "Cluster" } else { "Namespaced" },
        "versions": [{
            "name": "v1", "subresources": subresources, "schema": {"openAPIV3Schema": request["schema"]},
        }],
    }});
    serde_json::from_value(crd).expect("a definition")
}

/// Errors in any order: upstream's is random where fields are visited.
fn difference(
    (violations, warnings): &(Violations, Vec<String>),
    theirs: &Value,
    is_definition: bool,
) -> Option<String> {
    let mut ours: Vec<_> =
        violations.iter().map(|violation| (violation.value().is_some(), violation.to_string())).collect();
    let mut others: Vec<_> = theirs["errors"].as_array().expect("a list").iter().collect();
    ours.sort_by(|one, other| one.1.cmp(&other.1));
    others.sort_by_key(|error| error[3].as_str());
    // We print no value where it is a Go struct of upstream's.
    let is_same = |(ours, theirs): (&(bool, String), &&Value)| {
        let with_value = theirs[3].as_str().expect("a string");
        let [path, detail] = [&theirs[0], &theirs[2]].map(|text| text.as_str().expect("a string"));
        ours.1 == with_value
            || !ours.0
                && theirs[1] == "FieldValueInvalid"
                && ours.1 == format!("{path}: Invalid value: {detail}")
    };
    let same_errors = ours.len() == others.len() && ours.iter().zip(&others).all(is_same);
    // A server warns of finalizers when it stores an object; the oracle is asked for them in any case.
    let is_stored = others.is_empty() || is_definition;
    let same_warnings = !is_stored || json!(warnings) == theirs["warnings"];
    (!same_errors || !same_warnings).then(|| {
        let ours: Vec<_> = ours.iter().map(|(_, text)| text).collect();
        let theirs_strings: Vec<_> = others.iter().map(|error| &error[3]).collect();
        format!("\n  ours {ours:?} {warnings:?}\n  theirs {theirs_strings:?} {}", theirs["warnings"])
    })
}

/// Compares the record with the oracles, or makes it.
#[test]
fn the_record_is_what_the_oracles_say() {
    let Some(folder) = std::env::var_os("OLDER_ORACLES").map(PathBuf::from) else { return };
    let cases = lines("requests.ndjson");
    let requests: Vec<_> = cases.iter().map(|case| case["request"].clone()).collect();
    let is_recorded = std::env::var_os("RECORD").is_some();
    let (known, _) = record();
    let mut minors = Vec::new();
    let mut answers = vec![Vec::<(ServerVersion, Value)>::new(); cases.len()];
    for server in ServerVersion::ALL {
        let program = folder.join(format!("oracle-{server}"));
        if !program.exists() || !is_recorded && !known.contains(&server) {
            continue;
        }
        minors.push(server.to_string());
        for (known, answer) in answers.iter_mut().zip(oracle::ask_program(&program, &requests)) {
            let answer = reported(&answer);
            if known.last().is_none_or(|(_, before)| *before != answer) {
                known.push((server, answer));
            }
        }
    }
    let mut record = format!("{}\n", json!({"minors": minors}));
    for (case, answers) in cases.iter().zip(answers) {
        let answers: Vec<_> =
            answers.into_iter().map(|(server, answer)| json!([server.to_string(), answer])).collect();
        writeln!(record, "{}", json!({"name": case["name"], "answers": answers})).expect("memory");
    }
    let file = format!("{FOLDER}/answers.ndjson");
    if is_recorded {
        std::fs::write(file, record).expect("it can be written");
    } else {
        assert_eq!(std::fs::read_to_string(file).expect("it is there"), record);
    }
}

fn reported(answer: &Value) -> Value {
    let error = |error: &Value| {
        let text = without_addresses(error["text"].as_str().unwrap_or_default());
        json!([error["field"], error["type"], error["detail"], text])
    };
    let mut errors: Vec<_> = answer["errors"].as_array().expect("errors").iter().map(error).collect();
    errors.sort_by_key(|error| error[3].as_str().map(str::to_owned));
    json!({"errors": errors, "warnings": answer["warnings"]})
}

/// Go prints addresses of flags, which differ from run to run.
fn without_addresses(text: &str) -> String {
    let mut parts = text.split("(*bool)(0x");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_hexdigit());
        plain.push_str("(*bool)(0x0");
        plain.push_str(rest);
    }
    plain
}
