//! Random requests, many at a time.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::Operation;
use super::minimise::minimise;
use super::pipe;
use super::random::Random;
use crate::generate::Tape;

/// So many that the start of the oracle does not count.
const BATCH: usize = 4_000;

/// So many are made small; more would say the same.
const SHOWN: usize = 3;

/// Asks both sides `CONFORMANCE_COUNT` (2,000) requests from `CONFORMANCE_SEED` (a fresh one) where there is an oracle.
///
/// # Panics
/// When they disagree; the text has a small request for each of a few disagreements, as a line to record.
pub fn generated(operation: &dyn Operation) {
    if std::env::var_os("ORACLE_BIN").is_none() {
        return;
    }
    let count = number("CONFORMANCE_COUNT").unwrap_or(2_000) / operation.slowness();
    let seed = number("CONFORMANCE_SEED").unwrap_or_else(now);
    let name = operation.name();
    say(&format!("{name}: CONFORMANCE_SEED={seed} CONFORMANCE_COUNT={count}"));
    let mut random = Random::new(seed, name);
    let mut tally = Tally::default();
    let mut left = usize::try_from(count).unwrap_or(usize::MAX);
    while left > 0 {
        let tapes: Vec<_> = (0..left.min(BATCH)).map(|_| random.tape()).collect();
        left -= tapes.len();
        tally.compare(operation, &tapes);
    }
    tally.finish(operation);
}

/// A request, the oracle's answer, and what is wrong with ours.
pub(crate) type Validated = (Value, Value, Option<String>);

pub(crate) fn validate(operation: &dyn Operation, requests: Vec<Value>) -> Vec<Validated> {
    let answers = pipe::ask(&requests);
    let validate = |(request, answer): (Value, Value)| {
        // There is nothing to agree with, but ours must not crash.
        let difference = if is_no_answer(&answer) {
            _ = operation.answer(&request);
            None
        } else {
            operation.difference(&request, &answer)
        };
        (request, answer, difference)
    };
    requests.into_iter().zip(answers).map(validate).collect()
}

/// Upstream crashed, or the answer is no JSON.
fn is_no_answer(answer: &Value) -> bool {
    matches!(answer["failure"].as_str(), Some("panic" | "encoding"))
}

#[derive(Default)]
struct Tally {
    compared: usize,
    /// Why there was no answer, and how often.
    unanswered: BTreeMap<String, usize>,
    classes: BTreeMap<String, usize>,
    disagreements: usize,
    tapes: Vec<Vec<u8>>,
}

impl Tally {
    fn compare(&mut self, operation: &dyn Operation, tapes: &[Vec<u8>]) {
        let requests = tapes.iter().map(|tape| operation.request(&mut Tape::new(tape))).collect();
        for (tape, (request, answer, difference)) in tapes.iter().zip(validate(operation, requests)) {
            if is_no_answer(&answer) {
                *self.unanswered.entry(answer["error"].to_string()).or_default() += 1;
                continue;
            }
            self.compared += 1;
            *self.classes.entry(operation.class(&request, &answer)).or_default() += 1;
            if difference.is_some() {
                self.disagreements += 1;
                self.tapes.push(tape.clone());
            }
        }
    }

    fn finish(self, operation: &dyn Operation) {
        let name = operation.name();
        let mut classes: Vec<_> = self.classes.iter().collect();
        classes.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let classes: Vec<_> =
            classes.iter().take(8).map(|(class, count)| format!("{count} {class}")).collect();
        say(&format!(
            "{name}: {} compared in {} classes ({}, …), without an answer {:?}, {} disagreements",
            self.compared,
            self.classes.len(),
            classes.join(", "),
            self.unanswered,
            self.disagreements
        ));
        let small = self.tapes.iter().take(SHOWN).map(|tape| {
            let (request, answer, difference) = minimise(operation, tape.clone());
            let line = json!({"request": request, "answer": answer});
            format!("{}\n{line}", difference.unwrap_or_default())
        });
        let small: Vec<_> = small.collect();
        assert!(
            small.is_empty(),
            "{} disagreements; lines for tests/cases/conformance/{name}.ndjson:\n{}",
            self.disagreements,
            small.join("\n")
        );
    }
}

#[expect(clippy::print_stdout, reason = "the seed and the numbers of a run are to be read")]
fn say(text: &str) {
    println!("{text}");
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.subsec_nanos().into())
}
