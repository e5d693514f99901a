//! Requests with Go's answers: `cases/conformance/<operation>.ndjson`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::Operation;
use super::random::Random;
use crate::generate::Tape;
use crate::oracle;

/// Each operation has so many recorded cases, or more.
const ENOUGH: usize = 80;

/// At most so many more than enough are chosen, however many kinds of answers there are.
const PLENTY: usize = 20;

/// From so many random requests the first ones are chosen, always the same.
const CHOSEN_FROM: usize = 6_000;

/// Longer lines are no reading for anybody.
const LONGEST: usize = 1_200;

/// Compares our answers with the recorded ones; with `CONFORMANCE_RECORD` it asks the oracle again before.
///
/// # Panics
/// When an answer is another, or there are too few.
pub fn recorded(operation: &dyn Operation) {
    if std::env::var_os("CONFORMANCE_RECORD").is_some() {
        record(operation);
    }
    let cases = load(operation);
    assert!(cases.len() >= ENOUGH, "{}: only {} cases", operation.name(), cases.len());
    let different = cases.iter().filter_map(|(request, answer)| {
        let difference = operation.difference(request, answer)?;
        Some(format!("{request}\n  {difference}"))
    });
    let different: Vec<_> = different.collect();
    assert!(different.is_empty(), "{} of {}:\n{}", different.len(), cases.len(), different.join("\n"));
}

fn path(operation: &dyn Operation) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/conformance");
    folder.join(format!("{}.ndjson", operation.name()))
}

fn load(operation: &dyn Operation) -> Vec<(Value, Value)> {
    let text = fs::read_to_string(path(operation)).unwrap_or_default();
    let read = |line: &str| {
        let mut line: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        (line["request"].take(), line["answer"].take())
    };
    text.lines().map(read).collect()
}

/// Asks again what is recorded, and more where that is not enough.
fn record(operation: &dyn Operation) {
    let mut requests: Vec<_> = load(operation).into_iter().map(|(request, _)| request).collect();
    if requests.len() < ENOUGH {
        let mut more = various(operation, ENOUGH - requests.len());
        more.retain(|request| !requests.contains(request));
        requests.extend(more);
    }
    let answers = oracle::ask(&requests).expect("ORACLE_BIN names the oracle");
    let mut lines = String::new();
    for (request, answer) in requests.into_iter().zip(answers) {
        writeln!(lines, "{}", json!({"request": request, "answer": answer})).expect("text can be written to");
    }
    fs::write(path(operation), lines).expect("cases can be written");
}

/// Random requests, one after the other from each class of answers.
fn various(operation: &dyn Operation, count: usize) -> Vec<Value> {
    let mut random = Random::new(2, operation.name());
    let draw = |_| operation.request(&mut Tape::new(&random.tape()));
    let requests: Vec<_> =
        (0..CHOSEN_FROM).map(draw).filter(|request| request.to_string().len() < LONGEST).collect();
    let answers = oracle::ask(&requests).expect("ORACLE_BIN names the oracle");
    let mut classes: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (request, answer) in requests.into_iter().zip(answers) {
        classes.entry(operation.class(&request, &answer)).or_default().push(request);
    }
    let mut chosen: Vec<Value> = Vec::new();
    for index in 0.. {
        let round: Vec<_> = classes.values().filter_map(|class| class.get(index)).cloned().collect();
        if round.is_empty() || chosen.len() >= count {
            break;
        }
        // Evenly, for classes are sorted by their names.
        let step = round.len().div_ceil(count + PLENTY - chosen.len());
        chosen.extend(round.into_iter().step_by(step));
    }
    chosen
}
