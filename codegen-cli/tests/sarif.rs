//! SARIF as code scanners need it. Source: SARIF 2.1.0 and docs.github.com, "SARIF support for code scanning".

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: jobs.example.com}
spec: {group: example.com, names: {kind: Job, plural: jobs}, scope: Cluster, versions: [
  {name: v1, storage: true, schema: {openAPIV3Schema: {type: object, properties: {
    mode: {type: string, nullable: true, enum: [a]},
    host: {type: array, uniqueItems: true, items: {type: string}}}}}}]}
";

fn run(folder: &Path, arguments: &[&str], input: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crd-schema"));
    command.args(arguments).args(["-o", "sarif"]).current_dir(folder);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let log: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&log["version"], log["runs"].as_array().map(Vec::len)), (&Value::from("2.1.0"), Some(1)));
    log["runs"][0].clone()
}

/// Each result has a rule, and each rule what is shown of it.
fn check(run: &Value) {
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    for result in run["results"].as_array().expect("results") {
        let index = usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("small");
        assert_eq!(result["ruleId"], rules[index]["id"]);
    }
    for rule in rules {
        for text in ["shortDescription", "fullDescription", "help"] {
            assert!(rule[text]["text"].as_str().is_some_and(|text| !text.is_empty()), "{rule}");
        }
        assert!(rule["helpUri"].as_str().is_some_and(|uri| uri.starts_with("https://")), "{rule}");
    }
}

#[test]
fn results_have_rules_and_places() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("spaced/some jobs/a.yaml");
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    fs::write(&file, CRD).expect("written");
    let found = run(folder.path(), &["lint", "./spaced"], "");
    check(&found);
    let rules = &found["tool"]["driver"]["rules"];
    let page =
        crd_schema::lint::lint_rules().iter().find(|rule| rule.id == "nullable-enum").expect("a rule").page;
    let rule = rules
        .as_array()
        .expect("rules")
        .iter()
        .find(|rule| rule["id"] == "nullable-enum")
        .expect("it is listed");
    assert_eq!(rule["help"]["markdown"], page);
    assert!(
        rule["helpUri"]
            .as_str()
            .expect("a link")
            .ends_with("/crd_schema/guide/lint_rules/index.html#nullable-enum")
    );
    let results = found["results"].as_array().expect("results");
    let seen: Vec<_> = results
        .iter()
        .map(|result| {
            let place = &result["locations"][0]["physicalLocation"];
            let (line, column) = (&place["region"]["startLine"], &place["region"]["startColumn"]);
            let uri = place["artifactLocation"]["uri"].as_str().expect("a file");
            format!("{} {} {uri}:{line}:{column}", result["level"], result["ruleId"])
        })
        .collect();
    assert_eq!(
        seen,
        [
            "\"warning\" \"nullable-enum\" spaced/some%20jobs/a.yaml:6:26",
            "\"error\" \"server-error\" spaced/some%20jobs/a.yaml:7:38",
        ]
    );
}

/// No file is named that there is not.
#[test]
fn standard_input_has_no_location() {
    let folder = tempfile::tempdir().expect("a folder");
    let found = run(folder.path(), &["lint", "-"], CRD);
    check(&found);
    for result in found["results"].as_array().expect("results") {
        let places = result["locations"].as_array().expect("locations");
        assert!(places.iter().all(|place| place["physicalLocation"].is_null()), "{result}");
        assert!(result["message"]["text"].as_str().expect("text").starts_with("<stdin>:"), "{result}");
    }
}

/// Absolute names have the scheme of files.
#[cfg(unix)]
#[test]
fn absolute_names_are_uris() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.yaml"), CRD).expect("written");
    let path = folder.path().join("a.yaml");
    let found = run(folder.path(), &["lint", path.to_str().expect("a name")], "");
    let uri = &found["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(*uri, format!("file://{}", path.display()));
}

/// Where the links to rules lead.
#[test]
fn the_guide_has_a_page_of_each_rule() {
    let guide = include_str!("../../runtime/src/guide/mod.rs");
    for rule in crd_schema::lint::lint_rules() {
        let page = format!("../lint/rules/{}.md", rule.id.replace('-', "_"));
        assert!(guide.contains(&page), "runtime/src/guide/mod.rs has no {page}");
        assert!(rule.page.starts_with(&format!("# {}\n", rule.id)), "{} has no anchor", rule.id);
    }
}
