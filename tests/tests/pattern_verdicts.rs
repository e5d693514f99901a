//! The table of `cases/pattern/verdicts.json`: what Go 1.26's `regexp` said of each pattern, as recorded.

use std::path::Path;

use crd_schema::{Pattern, PatternError};
use serde_json::Value;

fn table() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/pattern/verdicts.json");
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// Anchored literal prefixes with a surrogate: `regexp/onepass.go` compares them as U+FFFD, which we do not.
const KNOWN_DIFFERENCES: &[&str] = &["^\\x{D800}", "^a\\x{DFFF}$"];

fn verdict(pattern: &str, subjects: &[&str]) -> Result<String, String> {
    let pattern = match Pattern::compile(pattern) {
        Ok(pattern) => pattern,
        Err(PatternError::Invalid(text)) => return Err(text),
        Err(other) => panic!("{pattern}: {other}"),
    };
    Ok(subjects.iter().map(|subject| if pattern.is_match(subject) { '1' } else { '0' }).collect())
}

#[test]
fn patterns_are_taken_refused_and_matched_as_go_does() {
    let table = table();
    let subjects: Vec<_> =
        table["subjects"].as_array().unwrap().iter().map(|s| s.as_str().unwrap()).collect();
    let mut failures = Vec::new();
    let mut rows = 0;
    for row in table["groups"].as_array().unwrap().iter().flat_map(|group| group["rows"].as_array().unwrap())
    {
        let pattern = row["pattern"].as_str().unwrap();
        let expected = match row["error"].as_str() {
            Some(error) => Err(error.to_owned()),
            None => Ok(row["matches"].as_str().unwrap().to_owned()),
        };
        let actual = verdict(pattern, &subjects);
        if (actual == expected) == KNOWN_DIFFERENCES.contains(&pattern) {
            failures.push(format!("{pattern:?}\n  Go   {expected:?}\n  ours {actual:?}"));
        }
        rows += 1;
    }
    assert!(rows > 300, "{rows} rows");
    assert!(failures.is_empty(), "{} of {rows}:\n{}", failures.len(), failures.join("\n"));
}
