//! The runtime beside a real API server, request by request; skipped unless `APISERVER_BIN` names one.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crd_schema::lint::{Finding, Severity};
use crd_schema::path::{FieldPathBuf, PathStep, PathStyle};
use crd_schema::serve::FieldValidation;
use crd_schema::yaml::{Document, read_stream};
use crd_schema::{ServedVersion, lint};
use crd_schema_tests::apiserver::{
    Case, Lowered, Objects, Request, Server, Transitions, Writes, compare_definitions, crd_around, crd_with,
    create_with_metadata, published_crds, run_case, sampled_crds, send_again, send_writes, server,
};
use crd_schema_tests::corpus::{folder, yaml_files};
use crd_schema_tests::reports;
use crd_schema_tests::scale::recorded;
use crd_schema_tests::table::{Report, load};
use serde::Deserialize;
use serde_json::{Value, json};

#[expect(clippy::print_stderr, reason = "how much was compared belongs to the result")]
fn say(what: &str, count: usize) {
    eprintln!("{what}: {count} compared with the server");
}

/// Installs CRDs that the server must take.
fn install(server: &Server, crds: &[&Value]) {
    let refused = server.install(crds).into_iter();
    let refused: Vec<_> =
        refused.map(|(crd, answer)| (crd["metadata"]["name"].clone(), answer.body)).collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

/// The server ends when its input does, and takes its files along.
#[test]
fn the_server_ends_with_its_input() {
    let Some(program) = std::env::var_os("APISERVER_BIN") else { return };
    let mut process =
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(process.stdout.take().expect("it is piped")).read_line(&mut line).expect("a line");
    let said: Value = serde_json::from_str(&line).expect("JSON");
    let kubeconfig = Path::new(said["kubeconfig"].as_str().expect("a path"));
    assert!(kubeconfig.exists());
    drop(process.stdin.take());
    assert!(process.wait().expect("it ends").success());
    assert!(!kubeconfig.parent().expect("a folder").exists());
}

#[test]
fn requests() {
    let Some(server) = server() else { return };
    let mut report = Report::default();
    let cases = load::<Case>("apiserver");
    install(server, &cases.iter().map(|(_, case)| &case.crd).collect::<Vec<_>>());
    let taken = cases.iter().map(|(file, case)| run_case(&mut report, server, file, case)).sum();
    say("steps", taken);
    report.finish();
}

/// What issue reports and documents call the write path, in one table: the whole answer counts.
#[test]
fn writes() {
    let Some(server) = server() else { return };
    let mut report = Report::default();
    let sent = send_writes(&mut report, server, &load::<Writes>("apiserver-writes"));
    say("writes, the whole answers of which were", sent);
    assert!(sent >= 300, "{sent}");
    report.finish();
}

/// The limit is that of the server, and so is the answer; a body just as long is read, and found to be none.
#[test]
fn long_bodies() {
    let Some(server) = server() else { return };
    let crd =
        serde_json::from_value(crd_around("long.example.com", &json!({"type": "object"}))).expect("a CRD");
    let ours = ServedVersion::new(&crd, "v1").expect("it is structural");
    let path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    let request = Request { method: "POST", path, content_type: "application/json", body: &Value::Null };
    let limit = 3 * 1024 * 1024;
    let codes = [limit, limit + 1].map(|length| {
        let body = " ".repeat(length);
        let answer = server.send_text(&request, &body);
        let refused = ours.decode_json(body.as_bytes(), FieldValidation::Strict).expect_err("it is blank");
        let status = ours.status("a", &refused);
        assert_eq!(status.code(), answer.code, "{}", answer.body);
        if answer.code == 413 {
            assert_eq!(serde_json::to_value(&status).expect("JSON"), answer.body);
        }
        answer.code
    });
    assert_eq!(codes, [400, 413]);
}

#[test]
fn reports_of_others() {
    let Some(server) = server() else { return };
    let mut report = Report::default();
    let asked = reports::all().iter().map(|(list, rows)| reports::ask(&mut report, server, list, rows)).sum();
    say("cases of reports of others", asked);
    report.finish();
}

/// Slow: a definition that changes needs time to be served.
#[test]
fn scales() {
    let Some(server) = server() else { return };
    let mut report = Report::default();
    say("requests about scales", send_again(&mut report, server, &recorded()));
    report.finish();
}

/// Tables whose CRD the server refuses for reasons beyond structure: defaults that are not valid, and properties beside
/// additionalProperties.
const REFUSED: [&str; 3] =
    ["extensions-do-not-matter", "properties-beside-additional-properties", "root-default"];

#[test]
fn objects_of_other_tables() {
    let Some(server) = server() else { return };
    let tables = ["prune", "defaulting"].into_iter().flat_map(|folder| {
        let crd = move |file: &str, table: &Objects| table.crd(&format!("{file}.{folder}.example.com"));
        load::<Objects>(folder).into_iter().map(move |(file, table)| (crd(&file, &table), file, table))
    });
    let tables: Vec<_> = tables.collect();
    let refused = server.install(&tables.iter().map(|(crd, ..)| crd).collect::<Vec<_>>());
    let mut report = Report::default();
    let (mut taken, mut out) = (0, Vec::new());
    for (crd, file, table) in &tables {
        match refused.iter().find(|(refused, _)| *refused == crd) {
            Some(_) => out.push(file.as_str()),
            None => taken += table.create(&mut report, server, file, crd),
        }
    }
    report.expect("tables that the server refuses", &REFUSED.to_vec(), &out);
    say("objects of the tables of pruning and defaulting", taken);
    report.finish();
}

#[test]
fn metadata_of_other_tables() {
    let Some(server) = server() else { return };
    let mut report = Report::default();
    say("metadata of the tables of metadata", create_with_metadata(&mut report, server));
    report.finish();
}

#[test]
fn lowered_mutability() {
    let Some(server) = server() else { return };
    let mut report = Report::default();
    let tables: BTreeMap<String, Transitions> = load("mutability").into_iter().collect();
    let lowered = load::<Lowered>("apiserver-lowered");
    let crds: Vec<_> = lowered.iter().flat_map(|(_, lowered)| lowered.crds()).collect();
    install(server, &crds.iter().collect::<Vec<_>>());
    let taken = lowered.iter().map(|(_, lowered)| lowered.take(&mut report, server, &tables[&lowered.table]));
    say("transitions of the tables of mutability", taken.sum());
    report.finish();
}

#[derive(Deserialize)]
struct Schemas {
    cases: Vec<Schema>,
}

#[derive(Deserialize)]
struct Schema {
    name: String,
    schema: Value,
}

/// Rules about single keywords, which the server applies besides those about structure (`validation.go`,
/// `validateCustomResourceDefinitionOpenAPISchema`); `lint` does not know all of them.
const KEYWORD_RULES: [&str; 9] = [
    " is not supported",
    "must be true or undefined",
    "items must be a schema object and not an array",
    "nullable cannot be true at the root",
    "must be map if x-kubernetes-list-map-keys is non-empty",
    "must be array if x-kubernetes-list-type is specified",
    "must be object if x-kubernetes-map-type is specified",
    "additionalProperties and properties are mutual exclusive",
    "must not be set in top-level metadata",
];

/// What upstream's conversion says: the server shows it only where no rule about keywords is broken.
const CONVERSION: [&str; 2] = ["Invalid value: \"\": OpenAPIV3Schema", "Invalid value: \"\": internal error"];

#[test]
fn refused_schemas() {
    let Some(server) = server() else { return };
    let mut report = Report::default();
    let (mut compared, mut alike) = (0, 0);
    for (file, table) in load::<Schemas>("structural") {
        for case in table.cases {
            let crd = crd_around("structural.example.com", &case.schema);
            let answer = server.post_crd(&crd, "dryRun=All");
            let (mut ours, mut theirs) = (lint_errors(&crd), errors(&answer.body));
            compared += 1;
            alike += usize::from(ours == theirs);
            let ends = |error: &String| KEYWORD_RULES.iter().any(|rule| error.ends_with(rule));
            let converts = |error: &String| CONVERSION.iter().any(|text| error.contains(text));
            if theirs.iter().any(|error| ends(error) && !converts(error)) {
                ours.retain(|error| !ends(error) && !converts(error));
                theirs.retain(|error| !ends(error));
            }
            let verdict = if theirs.is_empty() { "taken" } else { "refused" };
            report.expect(&format!("{file}: {}: {verdict}", case.name), &ours, &theirs);
        }
    }
    say(&format!("schemas of the tables of structural rules, {alike} word for word"), compared);
    report.finish();
}

fn lint_errors(crd: &Value) -> BTreeSet<String> {
    let findings = lint(&serde_json::from_value(crd.clone()).expect("a CRD")).into_iter();
    findings.filter(|finding| finding.severity == Severity::Error).map(as_server).collect()
}

/// The finding in the words of the server, which has paths of its own.
fn as_server(finding: Finding) -> String {
    finding.server.map_or(finding.message, |violation| violation.to_string())
}

/// The causes of a refusal as the server writes them.
fn errors(status: &Value) -> BTreeSet<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let causes = status["details"]["causes"].as_array().into_iter().flatten();
    causes.map(|cause| format!("{}: {}", text(&cause["field"]), text(&cause["message"]))).collect()
}

#[derive(Deserialize)]
struct Definitions {
    cases: Vec<Definition>,
}

#[derive(Deserialize)]
struct Definition {
    name: String,
    spec: Value,
    known: Option<String>,
}

/// Errors and unknown fields of whole CRDs.
#[test]
fn definitions() {
    let Some(server) = server() else { return };
    let mut report = Report::default();
    let cases = load::<Definitions>("apiserver-crds").into_iter().flat_map(|(_, table)| table.cases);
    for case in cases {
        let crd = crd_with("definitions.example.com", &case.spec);
        let answer = server.post_crd(&crd, "dryRun=All&fieldValidation=Warn");
        let unknown = answer.warnings.iter().filter(|warning| warning.starts_with("unknown field"));
        let theirs: BTreeSet<_> = errors(&answer.body).into_iter().chain(unknown.cloned()).collect();
        let findings = lint(&serde_json::from_value(crd).expect("a CRD")).into_iter();
        let findings = findings.filter(|finding| {
            finding.severity == Severity::Error || finding.message.starts_with("unknown field")
        });
        let ours: BTreeSet<_> = findings.map(as_server).collect();
        match case.known {
            None => report.expect(&case.name, &ours, &theirs),
            Some(why) => report.expect(&format!("{}: known: {why}", case.name), &true, &(ours != theirs)),
        }
    }
    report.finish();
}

#[derive(Deserialize)]
struct Marked {
    schema: Value,
}

/// No server knows the markers: asked strictly it refuses them, otherwise it warns and drops them.
#[test]
fn native_markers() {
    let Some(server) = server() else { return };
    let mut report = Report::default();
    let tables = load::<Marked>("mutability");
    for (file, table) in &tables {
        let schema = table.schema.to_string().replace("$M", "Immutable");
        let crd = crd_around("markers.example.com", &serde_json::from_str(&schema).expect("still JSON"));
        let expected = visible_markers(&crd);
        let warned = server.post_crd(&crd, "dryRun=All&fieldValidation=Warn");
        let warnings = warned.warnings.into_iter().filter(|warning| warning.starts_with("unknown field"));
        report.expect(&format!("{file}: warnings"), &expected, &warnings.collect());
        let stored = warned.body["spec"].to_string();
        report.expect(&format!("{file}: dropped"), &false, &stored.contains("mutability"));
        let strict = server.post_crd(&crd, "dryRun=All&fieldValidation=Strict");
        let code = if expected.is_empty() { warned.code } else { 400 };
        report.expect(&format!("{file}: strict"), &code, &strict.code);
        report.expect(&format!("{file}: strict"), &expected, &strict_errors(&strict.body));
    }
    say("schemas with markers", tables.len());
    report.finish();
}

/// No server knows unions.
#[test]
fn unions() {
    let Some(server) = server() else { return };
    let schema = serde_json::json!({"type": "object", "x-kubernetes-unions": [{"fields": {"a": "A"}}]});
    let crd = crd_around("unions.example.com", &schema);
    let refused = server.post_crd(&crd, "dryRun=All&fieldValidation=Strict");
    assert_eq!(refused.code, 400);
    let error = "unknown field \"spec.versions[0].schema.openAPIV3Schema.x-kubernetes-unions\"";
    assert_eq!(strict_errors(&refused.body), BTreeSet::from([error.to_owned()]));
    let dropped = server.post_crd(&crd, "dryRun=All&fieldValidation=Ignore");
    assert_eq!(dropped.code, 201);
    assert!(!dropped.body["spec"].to_string().contains("unions\":"));
}

/// The warnings about markers that `lint` finds and the server sees. **Quirk**: `items` and `additionalProperties` are
/// decoded by functions of their own, which forget that they were asked to be strict
/// (`pkg/apis/apiextensions/v1/marshal.go`): the server is silent about everything unknown below them.
fn visible_markers(crd: &Value) -> BTreeSet<String> {
    let findings = lint(&serde_json::from_value(crd.clone()).expect("a CRD")).into_iter();
    let findings = findings.filter(|finding| finding.message.contains("no released API server"));
    let lax = |step: &PathStep<'_>| matches!(step, PathStep::Property("items" | "additionalProperties"));
    let visible = findings.filter(|finding| !finding.at.steps().iter().any(lax));
    let dotted = visible.map(|finding| FieldPathBuf::new(finding.at.steps(), PathStyle::Dotted));
    dotted.map(|path| format!("unknown field \"{path}\"")).collect()
}

fn strict_errors(status: &Value) -> BTreeSet<String> {
    let said = status["message"].as_str().and_then(|said| said.split_once("strict decoding error: "));
    said.map(|(_, errors)| errors.split(", ").map(str::to_owned).collect()).unwrap_or_default()
}

/// Every CRD that an example generates: those for clusters become established, those with markers are refused for
/// their markers and for nothing else.
#[test]
fn generated_crds() {
    let Some(server) = server() else { return };
    let files = example_files();
    let crds = files
        .iter()
        .flat_map(|path| documents(path))
        .filter(is_crd)
        .map(|crd| in_a_group_below("generated", crd));
    let is_native = |crd: &Value| crd.to_string().contains("mutability\"");
    let (native, cluster): (Vec<Value>, Vec<Value>) = crds.partition(is_native);
    install(server, &cluster.iter().collect::<Vec<_>>());
    for crd in &native {
        let answer = server.post_crd(crd, "fieldValidation=Strict");
        let refused = strict_errors(&answer.body);
        assert!(!refused.is_empty(), "{:#?}", answer.body);
        let marker = |error: &String| error.starts_with("unknown field") && error.ends_with("mutability\"");
        assert!(refused.iter().all(marker), "{refused:#?}");
    }
    assert!(!cluster.is_empty() && !native.is_empty());
    say("CRDs of the examples, installed and not", cluster.len() + native.len());
}

/// The corpus has one of them, too, and all tests share a server.
fn in_a_group_below(prefix: &str, mut crd: Value) -> Value {
    let group = format!("{prefix}.{}", crd["spec"]["group"].as_str().unwrap_or_default());
    let plural = crd["spec"]["names"]["plural"].as_str().unwrap_or_default();
    crd["metadata"]["name"] = format!("{plural}.{group}").into();
    crd["spec"]["group"] = group.into();
    crd
}

fn is_crd(document: &Value) -> bool {
    document["kind"] == "CustomResourceDefinition"
}

fn example_files() -> Vec<PathBuf> {
    yaml_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), "examples")
}

fn documents(path: &Path) -> Vec<Value> {
    let text = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let documents = read_stream(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    documents.into_iter().map(Document::into_value).collect()
}

#[test]
fn published() {
    let (Some(server), Some(corpus)) = (server(), folder()) else { return };
    let mut report = Report::default();
    let (mut alike, crds) = (0, published_crds(&corpus));
    for (name, crd) in &crds {
        let answer = server.post_crd(crd, "dryRun=All");
        let (ours, theirs) = (lint_errors(crd), errors(&answer.body));
        alike += usize::from(ours == theirs);
        report.expect(name, &ours, &theirs);
    }
    say(&format!("published CRDs, {alike} word for word"), crds.len());
    let sampled = sampled_crds(&corpus, &crds);
    install(server, &sampled.iter().map(|sampled| &sampled.crd).collect::<Vec<_>>());
    let taken = sampled.iter().map(|sampled| sampled.create(&mut report, server)).sum();
    say(&format!("samples of {} published CRDs", sampled.len()), taken);
    report.finish();
}

/// So many CRDs of the corpus are installed for what is published of them; more would take the server long.
const OF_THE_CORPUS: usize = 16;

/// The definitions that the server publishes of the CRDs of the examples, and of some of the corpus.
#[test]
fn openapi() {
    let Some(server) = server() else { return };
    let is_cluster = |crd: &Value| !crd.to_string().contains("mutability\"");
    let files = example_files();
    let examples = files.iter().flat_map(|path| documents(path)).filter(is_crd).filter(is_cluster);
    let corpus: Vec<_> =
        folder().map(|folder| published_crds(&folder).into_values().collect()).unwrap_or_default();
    // Some document is larger than a response may be for the client when large ones are among them.
    let small: Vec<Value> = corpus.into_iter().filter(|crd| crd.to_string().len() < 100_000).collect();
    let chosen = small.iter().step_by(1 + small.len() / OF_THE_CORPUS).cloned();
    let crds = examples.chain(chosen).map(|crd| in_a_group_below("openapi", crd));
    let crds: Vec<_> = crds.collect();
    let refused: Vec<_> =
        server.install(&crds.iter().collect::<Vec<_>>()).into_iter().map(|(crd, _)| crd.clone()).collect();
    let taken: Vec<_> = crds.into_iter().filter(|crd| !refused.contains(crd)).collect();
    let mut report = Report::default();
    let compared = compare_definitions(&mut report, server, &taken);
    assert!(taken.len() >= 3, "the examples have CRDs: {}", taken.len());
    say(&format!("definitions of {} CRDs in OpenAPI documents", taken.len()), compared);
    report.finish();
}
