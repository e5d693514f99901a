//! The patterns of published CRDs: where `CRD_CORPUS` is set they compile, and where `ORACLE_BIN` is set too
//! they match as Go's do.

use std::collections::BTreeSet;

use super::support::{Generator, Question, Tally, ask, start};
use crd_schema::validation::Pattern;
use crd_schema_tests::corpus::{documents, folder, yaml_files};
use serde_json::Value;

/// Every text that is called `pattern`.
fn collect(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("pattern").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|field| collect(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        _ => {}
    }
}

#[test]
fn published_patterns_compile_and_match_as_go_does() {
    let Some(corpus) = folder() else { return };
    let mut patterns = BTreeSet::new();
    for path in yaml_files(&corpus, "crds").into_iter().chain(yaml_files(&corpus, "crd-pairs")) {
        for document in documents(&path) {
            collect(document.value(), &mut patterns);
        }
    }
    assert!(patterns.len() > 50, "{} patterns", patterns.len());
    for pattern in &patterns {
        let compiled = Pattern::compile(pattern);
        assert!(compiled.is_ok(), "{pattern}: {compiled:?}");
    }
    let Some((oracle, seed)) = start() else { return };
    let mut generator = Generator::new(seed);
    let question = |pattern: String| {
        let subjects = (0..100).map(|_| generator.subject(&pattern)).collect();
        Question { pattern, subjects }
    };
    let questions: Vec<_> = patterns.into_iter().map(question).collect();
    let mut tally = Tally::default();
    ask(&oracle, &questions, |question, answer| tally.add(question, answer));
    tally.finish(seed);
}
