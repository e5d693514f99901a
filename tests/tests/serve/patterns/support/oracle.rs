//! Go's answers, through the oracle that `ORACLE_BIN` names, and what ours are beside them.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use crd_schema::validation::{Pattern, PatternError};
use serde_json::{Value, json};

use super::Question;

/// The oracle and the seed; `None`, with a word to the reader, when there is no oracle.
#[allow(clippy::print_stderr)] // A skipped test must say so, and the seed must be seen.
pub(crate) fn start() -> Option<(OsString, u64)> {
    let Some(oracle) = std::env::var_os("ORACLE_BIN") else {
        eprintln!("skipped: ORACLE_BIN is not set");
        return None;
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let seed = number("PATTERN_SEED").unwrap_or(now.as_secs() ^ u64::from(now.subsec_nanos()) << 20);
    eprintln!("PATTERN_SEED={seed}");
    Some((oracle, seed))
}

/// Asks all questions, in order; a second thread writes so that no pipe fills up.
pub(crate) fn ask(oracle: &OsStr, questions: &[Question], mut each: impl FnMut(&Question, &Value)) {
    let mut child =
        Command::new(oracle).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("ORACLE_BIN runs");
    let mut input = child.stdin.take().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for question in questions {
                let line =
                    json!({"op": "regexp", "pattern": question.pattern, "subjects": question.subjects});
                writeln!(input, "{line}").unwrap();
            }
        });
        let mut lines = output.lines();
        for question in questions {
            let answer = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
            each(question, &answer);
        }
    });
    child.wait().unwrap();
}

pub(crate) fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// What a run found.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) patterns: usize,
    pub(crate) refused: usize,
    pairs: usize,
    matches: usize,
    limits: usize,
    /// How often Go said what.
    reasons: BTreeMap<String, usize>,
    pub(crate) disagreements: Vec<String>,
}

impl Tally {
    pub(crate) fn add(&mut self, question: &Question, answer: &Value) {
        self.patterns += 1;
        let pattern = &question.pattern;
        let error = self.note_reason(answer);
        let ours = match Pattern::compile(pattern) {
            Err(PatternError::Invalid(text)) => {
                self.refused += 1;
                if error != Some(&text) {
                    self.disagreements.push(format!("{pattern:?}: ours {text:?}, Go {error:?}"));
                }
                return;
            }
            Err(_) => {
                self.limits += 1;
                return;
            }
            Ok(ours) => ours,
        };
        if let Some(error) = error {
            self.disagreements.push(format!("{pattern:?}: ours takes it, Go {error:?}"));
            return;
        }
        for (subject, expected) in question.subjects.iter().zip(answer["matches"].as_array().unwrap()) {
            self.pairs += 1;
            self.matches += usize::from(expected == true);
            if *expected != ours.is_match(subject) {
                self.disagreements.push(format!("{pattern:?} on {subject:?}: Go {expected}"));
            }
        }
    }
}

impl Tally {
    pub(crate) fn note_reason<'a>(&mut self, answer: &'a Value) -> Option<&'a str> {
        let error = answer["error"].as_str()?;
        let reason = error.split(':').nth(1).unwrap_or_default().trim();
        *self.reasons.entry(reason.to_owned()).or_default() += 1;
        Some(error)
    }

    #[allow(clippy::print_stderr)] // The numbers are what a long run is for.
    pub(crate) fn finish(&self, seed: u64) {
        let Self { patterns, refused, pairs, matches, limits, reasons, disagreements } = self;
        let wrong = disagreements.len();
        eprintln!(
            "{patterns} patterns: {refused} refused, {limits} beyond our limits; {pairs} pairs, {matches} match; {wrong} disagreements; {reasons:#?}"
        );
        let shown: Vec<_> = disagreements.iter().take(40).map(|text| shorten(text)).collect();
        assert!(shown.is_empty(), "PATTERN_SEED={seed}:\n{}", shown.join("\n"));
    }
}

/// Patterns at the limits are long.
fn shorten(text: &str) -> String {
    let length = text.chars().count();
    if length <= 600 {
        return text.to_owned();
    }
    let [head, tail]: [String; 2] =
        [text.chars().take(300).collect(), text.chars().skip(length - 300).collect()];
    format!("{head} … {tail}")
}
