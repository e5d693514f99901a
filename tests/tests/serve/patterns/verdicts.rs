//! The table of `cases/pattern/verdicts.json`: what Go 1.26's `regexp` said of each pattern, as recorded.
//!
//! A row has Go's `error`, or in `matches` one digit for each of the subjects.

use std::path::Path;

use super::support::{Question, ask, start};
use crd_schema::validation::{Pattern, PatternError};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Table {
    subjects: Vec<String>,
    groups: Vec<Group>,
}

#[derive(Deserialize)]
struct Group {
    rows: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    pattern: String,
    error: Option<String>,
    matches: Option<String>,
}

impl Row {
    fn expected(&self) -> Result<String, String> {
        self.error.clone().map_or_else(|| Ok(self.matches.clone().unwrap()), Err)
    }
}

fn table() -> (Vec<String>, Vec<Row>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/pattern/verdicts.json");
    let table: Table = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    (table.subjects, table.groups.into_iter().flat_map(|group| group.rows).collect())
}

/// Anchored literal prefixes with a surrogate: `regexp/onepass.go` compares them as U+FFFD, which we do not.
const KNOWN_DIFFERENCES: &[&str] = &["^\\x{D800}", "^a\\x{DFFF}$"];

fn digits(matches: impl Iterator<Item = bool>) -> String {
    matches.map(|matches| if matches { '1' } else { '0' }).collect()
}

fn verdict(pattern: &str, subjects: &[String]) -> Result<String, String> {
    match Pattern::compile(pattern) {
        Ok(pattern) => Ok(digits(subjects.iter().map(|subject| pattern.is_match(subject)))),
        Err(PatternError::Invalid(text)) => Err(text),
        Err(other) => panic!("{pattern}: {other}"),
    }
}

#[test]
fn patterns_are_taken_refused_and_matched_as_go_does() {
    let (subjects, rows) = table();
    assert!(rows.len() > 300, "{} rows", rows.len());
    let mut failures = Vec::new();
    for row in &rows {
        let (actual, expected) = (verdict(&row.pattern, &subjects), row.expected());
        if (actual == expected) == KNOWN_DIFFERENCES.contains(&row.pattern.as_str()) {
            failures.push(format!("{:?}\n  Go   {expected:?}\n  ours {actual:?}", row.pattern));
        }
    }
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), rows.len(), failures.join("\n"));
}

#[test]
fn what_is_recorded_is_what_go_says() {
    let Some((oracle, _)) = start() else { return };
    let (subjects, rows) = table();
    let question = |row: &Row| Question { pattern: row.pattern.clone(), subjects: subjects.clone() };
    let questions: Vec<_> = rows.iter().map(question).collect();
    let mut answers = Vec::new();
    ask(&oracle, &questions, |_, answer| answers.push(answer.clone()));
    assert_eq!(answers.len(), rows.len());
    for (row, answer) in rows.iter().zip(answers) {
        let matches = answer["matches"].as_array();
        let said = match answer["error"].as_str() {
            Some(error) => Err(error.to_owned()),
            None => Ok(digits(matches.unwrap().iter().map(|matches| *matches == Value::Bool(true)))),
        };
        assert_eq!(row.expected(), said, "{:?}", row.pattern);
    }
}
