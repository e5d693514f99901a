//! The tables of `cases/yaml`: what kubectl's own decoder (`k8s.io/apimachinery`
//! `pkg/util/yaml/decoder.go` over `sigs.k8s.io/yaml` 1.6.0) made of each input, as recorded.
//!
//! `documents` is what both read. `refused` means that we give an error that holds this text;
//! `kubectl` beside it is Go's error, or the documents that Go reads and we do not.

use std::path::Path;

use crd_schema::yaml::{Document, read_stream};
use serde_json::{Map, Value};

fn table(name: &str) -> Vec<Map<String, Value>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/yaml").join(name);
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

fn text<'r>(row: &'r Map<String, Value>, key: &str) -> &'r str {
    row[key].as_str().unwrap()
}

fn read(input: &str) -> Result<Vec<Value>, String> {
    let documents = read_stream(input.as_bytes()).map_err(|error| error.to_string())?;
    Ok(documents.into_iter().map(Document::into_value).collect())
}

/// Equality that tells `1` from `1.0`, whatever features `serde_json` has.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(l), Value::Number(r)) => {
            l.as_i64() == r.as_i64() && l.as_f64().map(f64::to_bits) == r.as_f64().map(f64::to_bits)
        }
        (Value::Array(l), Value::Array(r)) => l.len() == r.len() && l.iter().zip(r).all(|(l, r)| same(l, r)),
        (Value::Object(l), Value::Object(r)) => {
            l.len() == r.len() && l.iter().all(|(key, l)| r.get(key).is_some_and(|r| same(l, r)))
        }
        _ => left == right,
    }
}

/// Go's error and no value, or the same values.
fn check(failures: &mut Vec<String>, input: &str, expected: Option<&[Value]>) {
    let got = read(input);
    let agrees = match (&got, expected) {
        (Ok(got), Some(expected)) => {
            got.len() == expected.len() && got.iter().zip(expected).all(|(l, r)| same(l, r))
        }
        (Err(_), None) => true,
        _ => false,
    };
    if !agrees {
        failures.push(format!("{input:?}: got {got:?}, Go has {expected:?}"));
    }
}

fn object(key: &str, value: Value) -> Value {
    Value::Object(Map::from_iter([(key.to_owned(), value)]))
}

#[test]
fn scalars_are_values_and_keys_as_go_resolves_them() {
    let mut failures = Vec::new();
    for row in table("scalars.json").into_iter().chain(table("tags.json")) {
        let word = text(&row, "text");
        let value = row.get("value").map(|value| vec![object("a", value.clone())]);
        check(&mut failures, &format!("a: {word}\n"), value.as_deref());
        // A negative zero is the one key that we refuse and Go reads.
        if row.contains_key("key") && word != "-0.0" {
            let key = object(text(&row, "key"), "a".into());
            check(&mut failures, &format!("{word}: a\n"), Some(&[key]));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn streams_syntax_and_keys_are_read_alike_or_refused() {
    let mut failures = Vec::new();
    for name in ["stream.json", "syntax.json", "keys.json"] {
        for row in table(name) {
            let input = text(&row, "input");
            let Some(reason) = row.get("refused").and_then(Value::as_str) else {
                let documents = row["documents"].as_array().unwrap();
                check(&mut failures, input, Some(documents));
                continue;
            };
            match read(input) {
                Err(error) if error.contains(reason) => {}
                got => failures.push(format!("{input:?}: got {got:?}, not refused with {reason:?}")),
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn repeated_keys_are_reported_in_the_words_of_gos_strict_decoders() {
    for row in table("duplicates.json") {
        let documents = read_stream(text(&row, "input").as_bytes()).unwrap();
        let findings: Vec<_> = documents
            .iter()
            .flat_map(Document::duplicate_keys)
            .map(|finding| Value::from(finding.message()))
            .collect();
        assert_eq!(Value::Array(findings), row["findings"], "{row:?}");
    }
}
