//! What is said of definitions that are created and changed, against what Kubernetes' own code says.
//!
//! The expectations of the tables are recorded from the Go oracle (`tests/oracle`); to record them again:
//! `CRD_ORACLE=<binary> CRD_RECORD=1 cargo test -p crd-schema-tests --test serve crd_validation recorded`.
//! With `CRD_ORACLE` alone the generated definitions run too, `CRD_COUNT` of them from `CRD_SEED`, and with
//! `CRD_CORPUS` the published ones.

pub(crate) mod broken;
mod cases;
pub(crate) mod generate;
mod oracle;
pub(crate) mod verdict;

use std::time::{SystemTime, UNIX_EPOCH};

use crd_schema::CustomResourceDefinition;
use crd_schema::crd::default_crd;
use crd_schema_tests::corpus;
use crd_schema_tests::table::Report;
use serde_json::{Value, json};

use generate::Generator;
use oracle::Oracle;
use verdict::Verdict;

#[test]
fn recorded_cases_are_validated_as_upstream_does() {
    if std::env::var_os("CRD_RECORD").is_some() {
        cases::record(&mut Oracle::start().expect("CRD_ORACLE names the oracle"));
    }
    let mut report = Report::default();
    for case in cases::load() {
        let actual = Verdict::ours(&case.crd, case.old.as_ref());
        let (expected, actual) = case.expected.in_scope(&actual);
        report.expect(&case.name, &expected, &actual);
    }
    report.finish();
}

/// Each of many violations has the same value to show; together they must not take the square of its length.
#[test]
fn values_are_not_multiplied() {
    const COUNT: usize = 20_000;
    let keys: Vec<_> = (0..COUNT).map(|index| format!("key-{index}")).collect();
    let crd = json!({"spec": {
        "conversion": {"strategy": "Webhook", "webhook": {"clientConfig": {"service": {"path": "/".repeat(COUNT)}}}},
        "versions": [{"schema": {"openAPIV3Schema": {
            "type": "array", "items": {"type": "object"},
            "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys,
        }}}],
    }});
    let crd: CustomResourceDefinition = serde_json::from_value(crd).expect("it is a definition");
    let violations = crd_schema::crd::validate_crd(&crd);
    assert!(violations.len() > 2 * COUNT - 10, "{}", violations.len());
    let length: usize = violations.iter().map(|violation| violation.to_string().len()).sum();
    assert!(length < 1_000 * COUNT, "{length}");
}

#[test]
fn generated_definitions_are_validated_as_upstream_does() {
    let Some(mut oracle) = Oracle::start() else { return };
    let count = number("CRD_COUNT").unwrap_or(2_000);
    let seed = number("CRD_SEED").unwrap_or_else(now);
    say(&format!("CRD_SEED={seed} CRD_COUNT={count}"));
    let mut generator = Generator::new(seed, corpus::folder().map_or_else(Vec::new, |folder| small(&folder)));
    let mut tally = Tally::default();
    for index in 0..count {
        let (crd, old) = generator.request();
        tally.compare(&format!("seed {seed} #{index}"), &mut oracle, &crd, old.as_ref());
    }
    tally.finish();
}

#[test]
fn published_definitions_are_validated_as_upstream_does() {
    let Some(folder) = corpus::folder() else { return };
    let Some(mut oracle) = Oracle::start() else { return };
    let mut tally = Tally::default();
    for path in corpus::yaml_files(&folder, "crds") {
        for document in corpus::documents(&path) {
            let crd = document.into_value();
            if crd["kind"] == "CustomResourceDefinition" && crd["apiVersion"] == "apiextensions.k8s.io/v1" {
                tally.compare(&path.display().to_string(), &mut oracle, &crd, None);
            }
        }
    }
    for path in corpus::yaml_files(&folder, "crd-pairs") {
        if path.ends_with("new.yaml") {
            let [new, old] = [path.clone(), path.with_file_name("old.yaml")].map(|path| stored(&path));
            tally.compare(&path.display().to_string(), &mut oracle, &new, Some(&old));
        }
    }
    tally.finish();
}

/// The definitions of the corpus that are soon validated.
fn small(corpus: &std::path::Path) -> Vec<Value> {
    let files = corpus::yaml_files(corpus, "crds");
    let crds =
        files.iter().flat_map(|path| corpus::documents(path)).map(crd_schema::yaml::Document::into_value);
    crds.filter(|crd| {
        crd["apiVersion"] == "apiextensions.k8s.io/v1"
            && crd["kind"] == "CustomResourceDefinition"
            && crd.to_string().len() < 20_000
    })
    .collect()
}

/// A definition as a server would have it.
fn stored(path: &std::path::Path) -> Value {
    let mut crd = corpus::documents(path).into_iter().next().expect("a document").into_value();
    crd["metadata"]["resourceVersion"] = json!("1");
    crd["status"]["conditions"] = json!([{"type": "Established", "status": "True"}]);
    crd
}

/// What came of many comparisons.
#[derive(Default)]
struct Tally {
    compared: usize,
    refused: usize,
    errors: usize,
    unanswered: usize,
    different: Vec<String>,
}

impl Tally {
    fn compare(&mut self, name: &str, oracle: &mut Oracle, crd: &Value, old: Option<&Value>) {
        let Some(expected) = oracle.verdict(crd, old) else {
            // Upstream crashed; we must not.
            let _ = Verdict::ours(crd, old);
            self.unanswered += 1;
            return;
        };
        self.compared += 1;
        let actual = Verdict::ours(crd, old);
        if expected.order() != actual.order() {
            let (expected, actual) = (expected.order(), actual.order());
            self.different
                .push(format!("{name}\n  missing {expected:#?}\n  surplus {actual:#?}\n  crd {crd}"));
        }
        let (expected, actual) = expected.in_scope(&actual);
        self.errors += expected.len();
        self.refused += usize::from(!expected.is_empty());
        if expected != actual {
            let missing: Vec<_> = expected.iter().filter(|line| !actual.contains(line)).collect();
            let surplus: Vec<_> = actual.iter().filter(|line| !expected.contains(line)).collect();
            let old = old.map_or(String::new(), |old| format!("\n  old {old}"));
            self.different
                .push(format!("{name}\n  missing {missing:#?}\n  surplus {surplus:#?}\n  crd {crd}{old}"));
        }
        let (expected, actual) = (oracle.defaulted(crd), defaulted(crd));
        if expected != actual {
            self.different.push(format!("{name}\n  defaulted {expected}\n  not {actual}"));
        }
    }

    fn finish(self) {
        let Self { compared, refused, errors, unanswered, different } = self;
        say(&format!(
            "compared {compared}, of which {refused} refused with {errors} errors; no verdict on {unanswered}; \
             disagreements {}",
            different.len()
        ));
        assert!(compared > 0, "nothing was compared");
        let first: Vec<_> = different.iter().take(20).map(String::as_str).collect();
        assert!(different.is_empty(), "{} disagreements:\n{}", different.len(), first.join("\n"));
    }
}

/// What defaulting touches.
fn defaulted(crd: &Value) -> Value {
    let mut crd: CustomResourceDefinition =
        serde_json::from_value(crd.clone()).expect("it was decoded before");
    default_crd(&mut crd);
    let crd = serde_json::to_value(crd).expect("definitions are JSON");
    oracle::touched_by_defaults(&crd)
}

#[expect(clippy::print_stdout, reason = "numbers of a run are to be read")]
fn say(text: &str) {
    println!("{text}");
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.subsec_nanos().into())
}
