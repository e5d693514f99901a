//! Which strings are of which formats.
//!
//! `cases/formats.json` has Go's answers about all samples; to record them again:
//! `ORACLE_BIN=<binary> CONFORMANCE_RECORD=1 cargo test -p crd-schema-tests --test serve formats recorded`.
//! `generated` asks both about changed samples, as in `conformance.rs`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crd_schema_tests::conformance::validation::{Formats, STRINGS};
use crd_schema_tests::conformance::{Operation as _, generated};
use crd_schema_tests::oracle;
use serde_json::Value;

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/formats.json")
}

fn record() {
    let requests: Vec<_> = STRINGS.iter().map(|text| Formats::about(text)).collect();
    let answers = oracle::ask(&requests).expect("ORACLE_BIN names the oracle");
    let accepted = STRINGS.iter().zip(&answers).map(|(text, answer)| (*text, Formats::accepted(answer)));
    let lines: Vec<_> = accepted
        .collect::<BTreeMap<_, _>>()
        .into_iter()
        .map(|(text, formats)| line(text, &formats))
        .collect();
    fs::write(path(), format!("{{\n{}\n}}\n", lines.join(",\n"))).expect("cases can be written");
}

fn line(text: &str, formats: &[&str]) -> String {
    let formats: Value = formats.iter().copied().collect();
    format!("  {}: {formats}", Value::from(text))
}

#[test]
fn recorded_strings_are_of_the_formats_that_go_says() {
    if std::env::var_os("CONFORMANCE_RECORD").is_some() {
        record();
    }
    let cases = fs::read_to_string(path()).expect("the cases are there");
    let cases: BTreeMap<String, Vec<String>> = serde_json::from_str(&cases).expect("JSON");
    assert!(cases.len() >= STRINGS.len() - 20, "only {} cases", cases.len());
    let different = cases.iter().filter_map(|(text, expected)| {
        let answer = Formats.answer(&Formats::about(text));
        let ours = Formats::accepted(&answer);
        let missing: Vec<_> = expected.iter().filter(|format| !ours.contains(&format.as_str())).collect();
        let surplus: Vec<_> =
            ours.iter().filter(|format| !expected.iter().any(|known| known == *format)).collect();
        (expected.len() != ours.len() || !missing.is_empty())
            .then(|| format!("{text:?}: only Go {missing:?}, only ours {surplus:?}"))
    });
    let different: Vec<_> = different.collect();
    assert!(different.is_empty(), "{} of {}:\n{}", different.len(), cases.len(), different.join("\n"));
}

#[test]
fn generated_strings_are_of_the_formats_that_go_says() {
    generated(&Formats);
}
