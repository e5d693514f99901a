//! What Rust users stumbled over: each report is a test that exists, or a limit that is said.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crd_schema::yaml::read_stream;
use crd_schema_tests::reports;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Report {
    id: String,
    title: String,
    #[serde(default)]
    tests: Vec<String>,
    #[serde(default)]
    limit: String,
}

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn reports() -> Vec<Report> {
    let text = fs::read(tests().join("cases/bug-reports-derive.yaml")).expect("the table");
    let documents = read_stream(&text).expect("YAML");
    serde_json::from_value(documents[0].value().clone()).expect("rows")
}

/// The names of all shapes, as they stand in their files.
fn shapes() -> BTreeSet<String> {
    let folder = fs::read_dir(tests().join("tests/derive/shapes")).expect("the folder of shapes");
    let mut names = BTreeSet::new();
    for file in folder {
        let path = file.expect("an entry").path();
        let prefix = match path.file_stem().and_then(|stem| stem.to_str()) {
            Some("schemars") => "schemars_",
            Some("json_schema") => "json_schema_",
            _ => "",
        };
        let text = fs::read_to_string(&path).expect("a file of shapes");
        // A shape begins a line of its macro, a level inside.
        let begins = text.lines().filter_map(|line| line.strip_prefix("    ")?.split_once(": "));
        let names_of_file = begins.filter(|(name, _)| !name.contains(' '));
        names.extend(names_of_file.map(|(name, _)| format!("{prefix}{name}")));
    }
    names
}

fn exists(test: &str, shapes: &BTreeSet<String>) -> bool {
    if let Some((kind, name)) = test.split_once(' ') {
        return match kind {
            "shape" => shapes.contains(name),
            "ui" => tests().join(format!("tests/ui/fail/{name}.rs")).is_file(),
            "lint" => tests().join(format!("../runtime/src/lint/rules/{name}.rs")).is_file(),
            _ => false,
        };
    }
    reports::exists(test)
}

#[test]
fn each_report_is_a_test_or_a_limit() {
    let (reports, shapes) = (reports(), shapes());
    let mut wrong = Vec::new();
    for Report { id, title, tests, limit } in &reports {
        if title.is_empty() || tests.is_empty() && limit.is_empty() {
            wrong.push(format!("{id} has neither test nor limit"));
        }
        let missing = tests.iter().filter(|test| !exists(test, &shapes));
        wrong.extend(missing.map(|test| format!("{id}: there is no {test}")));
    }
    let ids: BTreeSet<_> = reports.iter().map(|report| report.id.as_str()).collect();
    if ids.len() != reports.len() {
        wrong.push("a report stands twice".to_owned());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `CRD_REPORTS` is a folder with the list, which is not ours to keep here.
#[test]
fn no_report_is_left_out() {
    let Some(folder) = std::env::var_os("CRD_REPORTS") else { return };
    let list = fs::read_to_string(Path::new(&folder).join("rust-bug-reports.md")).expect("the list");
    let begins = list.lines().filter_map(|line| line.strip_prefix("- **")?.split_once("**"));
    let wanted: BTreeSet<String> = begins.map(|(id, _)| id.to_owned()).collect();
    let known: BTreeSet<String> = reports().into_iter().map(|report| report.id).collect();
    assert!(wanted.len() > 50 && wanted == known, "{wanted:?}\n{known:?}");
}
